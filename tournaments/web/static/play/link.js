// The line to the server: what the person may see comes as whole views, so that whoever was away misses nothing. One tab
// of a browser listens and tells the others, since a browser opens few connections to a host.
export class Link {
  constructor(name, heard, connected) {
    this.path = `/play/${name}`;
    this.heard = heard;
    this.connected = connected;
    this.newest = -1;
    const channel = new BroadcastChannel(this.path);
    channel.onmessage = (message) => this.take(message.data);
    const listen = () => new Promise(() => this.listen(channel));
    if (navigator.locks) navigator.locks.request(this.path, listen);
    else listen();
    this.refresh();
  }

  listen(channel) {
    const source = new EventSource(`${this.path}/stream`);
    source.onmessage = (message) => {
      const view = JSON.parse(message.data);
      channel.postMessage(view);
      this.take(view);
    };
    source.onopen = () => this.connected(true);
    source.onerror = () => {
      this.connected(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.listen(channel), 1000);
    };
    addEventListener("online", () => { source.close(); this.listen(channel); }, { once: true });
  }

  async refresh() {
    try {
      const answer = await fetch(`${this.path}/view`, { cache: "no-store" });
      if (answer.ok) this.take(await answer.json());
    } catch { /* the stream brings it */ }
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
      if (answer.status || !open()) return answer;
      this.connected(false);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }
}
