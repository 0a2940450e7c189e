// One stream of events for all tabs of a browser: browsers allow six connections to a server, and a stream is one.
// The tab that holds the lock listens and passes on what it hears; when it closes, another takes over.
const CHANNEL = "arena-events";
const LAST = "arena-last-event";

export function follow(hear) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (message) => hear(message.data);
  const tell = (event) => { channel.postMessage(event); hear(event); };
  const lead = () => new Promise(() => listen(tell));
  if (navigator.locks) navigator.locks.request(CHANNEL, lead);
  else lead();
}

function listen(tell) {
  // a tab that takes over goes on where the one before it stopped
  const last = sessionLast();
  const source = new EventSource(last ? `/stream?seen=${encodeURIComponent(last)}` : "/stream");
  source.onmessage = (message) => {
    try { localStorage.setItem(LAST, message.lastEventId); } catch { /* private windows keep nothing */ }
    tell(JSON.parse(message.data));
  };
  source.onopen = () => tell({ type: "opened" });
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(tell), 2000);
  };
}

function sessionLast() {
  try { return localStorage.getItem(LAST); } catch { return null; }
}

// what the server has, for a page that was loaded before the stream was heard
export async function newest() {
  const answer = await fetch("/seen", { cache: "no-store" });
  return answer.ok ? answer.json() : {};
}
