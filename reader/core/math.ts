/**
 * Mathematics with the same bits in every engine. The standard leaves Math.sin and the like to the engine,
 * and engines differ in the last digits; + − × ÷ and the square root are exact. Each function reduces its
 * argument by an identity and sums the power series up to the first term below 1e-17. Errors are below 1e-15,
 * relative to the larger of the result and 1.
 */

/**
 * π/2 and ln 2 in two parts: the first has 33 bits, so that its product with an integer below 2²⁰ is exact.
 */
const QUARTER_HIGH = 6746518852 / 4294967296
const QUARTER_LOW = 6.077100506506192e-11
const LN2_HIGH = 5954088943 / 8589934592
const LN2_LOW = 7.440617110012397e-11

/** Horner's rule. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0
  for (let power = coefficients.length - 1; power >= 0; power--) sum = sum * x + (coefficients[power] ?? 0)
  return sum
}

function factorial(number: number): number {
  let product = 1
  for (let factor = 2; factor <= number; factor++) product *= factor
  return product
}

/** 1, −1/3!, 1/5!, …: sine's series in x², after x; 0.79¹⁷/17! is left out. */
const SINE = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? 1 : -1) / factorial(2 * n + 1))
/** 1, −1/2!, 1/4!, …: cosine's series in x²; 0.79¹⁸/18! is left out. */
const COSINE = Array.from({ length: 9 }, (_, n) => (n % 2 === 0 ? 1 : -1) / factorial(2 * n))
/** 1, 1/1!, 1/2!, …; 0.35¹⁴/14! is left out. */
const EXPONENTIAL = Array.from({ length: 14 }, (_, n) => 1 / factorial(n))
/** 1, −1/3, 1/5, …: arctangent's series in x², after x; 0.2²⁷/27 is left out. */
const ARCTANGENT = Array.from({ length: 13 }, (_, n) => (n % 2 === 0 ? 1 : -1) / (2 * n + 1))
/** 1, 1/3, 1/5, …: half of ln((1 + x)/(1 − x)) in x², after x; 0.18²³/23 is left out. */
const LOGARITHM = Array.from({ length: 11 }, (_, n) => 1 / (2 * n + 1))

/** Sine of `radians` plus `quarters` quarter turns. */
function wave(radians: number, quarters: number): number {
  const turns = Math.round(radians / (QUARTER_HIGH + QUARTER_LOW))
  const rest = radians - turns * QUARTER_HIGH - turns * QUARTER_LOW
  const quadrant = (((turns + quarters) % 4) + 4) % 4
  const square = rest * rest
  const size = quadrant % 2 === 0 ? rest * polynomial(SINE, square) : polynomial(COSINE, square)
  return quadrant < 2 ? size : -size
}

/** Radians, −1e6..1e6. */
export function sine(radians: number): number {
  return wave(radians, 0)
}

/** Radians, −1e6..1e6. */
export function cosine(radians: number): number {
  return wave(radians, 1)
}

/** Radians, −1e6..1e6. */
export function tangent(radians: number): number {
  return wave(radians, 0) / wave(radians, 1)
}

/** Of a ratio 0..1: halved twice by atan t = 2·atan(t / (1 + √(1 + t²))), which leaves less than 0.2. */
function arctangentOfRatio(ratio: number): number {
  const half = ratio / (1 + Math.sqrt(1 + ratio * ratio))
  const quarter = half / (1 + Math.sqrt(1 + half * half))
  return 4 * quarter * polynomial(ARCTANGENT, quarter * quarter)
}

/** Like Math.atan2: radians, −π < angle ≤ π; 0 for the origin. */
export function arctangent2(y: number, x: number): number {
  const high = Math.abs(y)
  const wide = Math.abs(x)
  if (high === 0 && wide === 0) return 0
  const steep = high > wide
  const ratio = arctangentOfRatio(steep ? wide / high : high / wide)
  const acute = steep ? Math.PI / 2 - ratio : ratio
  const angle = x < 0 ? Math.PI - acute : acute
  return y < 0 ? -angle : angle
}

/** Integer exponent, exact. */
function powerOfTwo(exponent: number): number {
  let result = 1
  let factor = exponent < 0 ? 0.5 : 2
  for (let rest = Math.abs(exponent); rest > 0; rest >>= 1) {
    if (rest & 1) result *= factor
    factor *= factor
  }
  return result
}

/** 0 below −745, Infinity above 709.78. */
export function exponential(x: number): number {
  if (x < -745.2) return 0
  if (x > 709.79) return Number.POSITIVE_INFINITY
  const doublings = Math.round(x / (LN2_HIGH + LN2_LOW))
  const rest = x - doublings * LN2_HIGH - doublings * LN2_LOW
  const half = doublings >> 1
  return polynomial(EXPONENTIAL, rest) * powerOfTwo(half) * powerOfTwo(doublings - half)
}

/** Natural logarithm of 1e-307 and more; −Infinity of 0, NaN below. */
export function logarithm(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY
  if (x < 0 || !Number.isFinite(x)) return x > 0 ? x : Number.NaN
  let mantissa = x
  let doublings = 0
  for (let step = 512; step >= 1; step >>= 1) {
    const factor = powerOfTwo(step)
    if (mantissa >= factor) {
      mantissa /= factor
      doublings += step
    } else if (mantissa * factor < 2) {
      mantissa *= factor
      doublings -= step
    }
  }
  if (mantissa > Math.SQRT2) {
    mantissa /= 2
    doublings += 1
  }
  const near = (mantissa - 1) / (mantissa + 1)
  const rest = 2 * near * polynomial(LOGARITHM, near * near)
  return doublings * LN2_HIGH + (doublings * LN2_LOW + rest)
}

/** For lengths between 1e-150 and 1e150. */
export function hypotenuse(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

export function square(x: number): number {
  return x * x
}

/**
 * `base` > 0 to any power; integer powers of any base by multiplication: powers of 10 are exact up to 10²².
 */
export function power(base: number, exponent: number): number {
  if (!Number.isInteger(exponent)) return exponential(exponent * logarithm(base))
  let result = 1
  for (let rest = Math.abs(exponent); rest > 0; rest--) result *= base
  return exponent < 0 ? 1 / result : result
}
