/** An exact decimal number: `units` divided by 10 to the power of `scale`. */
export interface Decimal {
  units: bigint
  scale: number
}

export const zero: Decimal = { units: 0n, scale: 0 }

const powers = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent))
const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

/** Powers of ten that a number holds exactly, by exponent. */
const exactPowers = powers.slice(0, 23).map(Number)
/** Numbers with more decimals or larger units are read from their text, which takes 20 times as long. */
const [fewDecimals, fewUnits] = [6, 1e15]

/** Returns a finite number exactly as JavaScript writes it, so that 0.1 is one tenth. */
export function decimal(value: number): Decimal {
  for (let scale = 0; scale <= fewDecimals; scale++) {
    const power = exactPowers[scale] ?? 1
    const units = Math.round(value * power)
    // Of up to 15 digits only one decimal is nearest to a number.
    if (units / power === value && Math.abs(units) < fewUnits) return { units: BigInt(units), scale }
  }
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { units: units * powerOfTen(-scale), scale: 0 } : { units, scale }
}

export function toNumber({ units, scale }: Decimal): number {
  const [whole, power] = [Number(units), exactPowers[scale]]
  // A quotient of exact numbers is rounded once, as their text is.
  return power !== undefined && Number.isSafeInteger(whole) ? whole / power : Number(`${units}e-${scale}`)
}

/** Returns the units of a number at a scale that is not smaller than its own. */
export const unitsAt = ({ units, scale }: Decimal, larger: number): bigint =>
  larger === scale ? units : units * powerOfTen(larger - scale)

function combine(a: Decimal, b: Decimal, operation: (a: bigint, b: bigint) => bigint): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: operation(unitsAt(a, scale), unitsAt(b, scale)), scale }
}

export const plus = (a: Decimal, b: Decimal): Decimal => combine(a, b, (x, y) => x + y)
export const minus = (a: Decimal, b: Decimal): Decimal => combine(a, b, (x, y) => x - y)
export const times = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

export const isNegative = ({ units }: Decimal): boolean => units < 0n

/** Returns the quotient rounded to the nearest integer, halves away from zero. The divisor is positive. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor
  return (2n * dividend + half) / (2n * divisor)
}

/** Returns the quotient rounded to decimals. The divisor is positive. */
export function quotient(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  const scaled = dividend.units * powerOfTen(divisor.scale + decimals)
  return { units: divideRounded(scaled, divisor.units * powerOfTen(dividend.scale)), scale: decimals }
}

/** Rounds halves away from zero, as `formatNumber` does. */
export function roundedTo({ units, scale }: Decimal, decimals: number): Decimal {
  if (scale <= decimals) return { units, scale }
  return { units: divideRounded(units, powerOfTen(scale - decimals)), scale: decimals }
}

/** Cuts to the integer below. */
export function floored({ units, scale }: Decimal): Decimal {
  const divisor = powerOfTen(scale)
  const cut = units / divisor
  return { units: cut * divisor > units ? cut - 1n : cut, scale: 0 }
}

/** Returns the share `part / whole` of a number, rounded to decimals. Both are integers, `whole` is positive. */
export function shareOf(value: Decimal, part: number, whole: number, decimals: number): Decimal {
  const scale = Math.max(decimals, value.scale)
  const units = divideRounded(unitsAt(value, scale) * BigInt(part), BigInt(whole))
  return roundedTo({ units, scale }, decimals)
}
