/** Pins every `step` along an even scale: settings with middle pins. */
export function evenPins(
  from: number,
  to: number,
  start: number,
  end: number,
  parts: number,
): [number, number][] {
  return Array.from({ length: parts + 1 }, (_, i) => [
    from + ((to - from) * i) / parts,
    Number((start + ((end - start) * i) / parts).toFixed(6)),
  ])
}
