// The time of the animation. Viewer, plots and controls subscribe to it.

export class Clock {
  playing = false;
  speed = 1;
  time: number;
  private listeners: (() => void)[] = [];
  /** Seconds spent at the end so far; the animation pauses there before it restarts. */
  private rest = 0;

  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    this.time = start;
  }

  get duration(): number {
    return this.end - this.start;
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  seek(time: number): void {
    this.rest = 0;
    this.time = Math.min(this.end, Math.max(this.start, time));
    this.notify();
  }

  toggle(playing = !this.playing): void {
    this.playing = playing && this.duration > 0;
    if (this.playing && this.time >= this.end) this.time = this.start;
    this.rest = 0;
    this.notify();
  }

  /** Advances by `seconds` of real time. */
  advance(seconds: number): void {
    if (!this.playing) return;
    if (this.time >= this.end) {
      this.rest += seconds;
      if (this.rest < 0.7) return;
      this.rest = 0;
      this.time = this.start;
    } else {
      this.time = Math.min(this.end, this.time + seconds * this.speed);
    }
    this.notify();
  }

  notify(): void {
    for (const listener of this.listeners) listener();
  }
}
