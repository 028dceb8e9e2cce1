// Formatting of numbers.

const raisedDigits: Record<string, string> = {
  "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
};

export function raised(power: number): string {
  return String(power).replace(/./g, (character) => raisedDigits[character] ?? character);
}

const minus = (text: string) => text.replace("-", "−");

/** Up to six significant digits. */
export function reading(value: number | null | undefined): string {
  if (value == null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-3 && size < 1e6)) return minus(String(Number(value.toPrecision(6))));
  const power = Math.floor(Math.log10(size) + 1e-9);
  return minus(`${Number((value / 10 ** power).toFixed(3))}×10${raised(power)}`);
}

/** Labels of an axis, and the value they are relative to if the numbers differ only in their last digits. */
export function labels(values: number[]): { texts: string[]; from: string } {
  const step = values.length > 1 ? values[1] - values[0] : 1;
  const size = Math.max(...values.map(Math.abs), Number.MIN_VALUE);
  if (step < 1e-5 * size) {
    const unit = 10 ** Math.ceil(Math.log10(values[values.length - 1] - values[0]));
    const base = Math.round((values[0] + values[values.length - 1]) / 2 / unit) * unit;
    const from = minus(base.toFixed(Math.min(20, Math.max(0, -Math.floor(Math.log10(unit) + 1e-9)))));
    return { texts: values.map((value) => label(value - base, step)), from };
  }
  return { texts: values.map((value) => label(value, step)), from: "" };
}

function label(value: number, step: number): string {
  if (Math.abs(value) < 1e-9 * step) return "0";
  const size = Math.max(Math.abs(value), step);
  const exponent = (x: number) => Math.floor(Math.log10(x) + 1e-9);
  // A step of 2.5 needs one digit more than one of 2.
  const mantissa = step / 10 ** exponent(step);
  const last = exponent(step) - (Math.abs(mantissa - Math.round(mantissa)) > 1e-6 ? 1 : 0);
  if (size >= 1e5 || (size < 1e-2 && step < 1e-3)) {
    const power = exponent(Math.abs(value));
    return minus(`${(value / 10 ** power).toFixed(Math.min(20, Math.max(0, power - last)))}×10${raised(power)}`);
  }
  return minus(value.toFixed(Math.min(20, Math.max(0, -last))));
}
