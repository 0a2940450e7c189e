// The line to the server: what the person may see comes as whole views, so that whoever was away misses nothing. One tab
// of a browser listens and tells the others, since a browser opens few connections to a host.
export class Link {
  constructor(name, { heard, connected, lost }) {
    this.path = `/play/${name}`;
    this.heard = heard;
    this.connected = connected;
    this.lost = lost;
    this.gone = false;
    this.newest = -1;
    this.source = null;
    this.channel = new BroadcastChannel(this.path);
    this.channel.onmessage = (message) => this.take(message.data);
    const lead = () => new Promise(() => this.listen());
    if (navigator.locks) navigator.locks.request(this.path, lead);
    else lead();
    addEventListener("online", () => (this.source ? this.listen() : this.refresh()));
    // a phone that was asleep has counted no time
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
    this.refresh();
  }

  listen() {
    this.source?.close();
    const source = (this.source = new EventSource(`${this.path}/stream`));
    source.onmessage = (message) => {
      const view = JSON.parse(message.data);
      this.channel.postMessage(view);
      this.take(view);
    };
    source.onopen = () => this.connected(true);
    source.onerror = () => {
      this.connected(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.again(source), 1000);
    };
  }

  // Listen again, unless another stream was opened or the game is gone.
  async again(source) {
    await this.refresh();
    if (source === this.source && !this.gone) this.listen();
  }

  async refresh() {
    try {
      const answer = await fetch(`${this.path}/view`, { cache: "no-store" });
      if (answer.ok) this.take(await answer.json());
      else if (answer.status === 404) this.lose();
    } catch { /* the stream brings it */ }
  }

  lose() {
    this.gone = true;
    this.lost();
  }

  // a view that is older than what is shown is late
  take(view) {
    if (view.number < this.newest) return;
    this.newest = view.number;
    this.connected(true);
    this.heard(view);
  }

  // Returns {status, body}; status 0 when the server was not reached.
  async post(what, body) {
    try {
      const answer = await fetch(`${this.path}/${what}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const json = answer.headers.get("content-type")?.includes("json");
      return { status: answer.status, body: json ? await answer.json() : null };
    } catch {
      return { status: 0, body: null };
    }
  }

  // Ask again until the server answers or `open` says that it is too late: for what counts once however often it comes.
  async insist(what, body, open) {
    for (;;) {
      const answer = await this.post(what, body);
      this.connected(answer.status !== 0);
      if (answer.status || !open()) return answer;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }
}
