import { between, randomFrom } from './random.ts'
import type { Conditions } from './types.ts'

/** Straight on, in good light. */
export const plain: Conditions = {
  seed: 0,
  light: 1,
  gradient: 0,
  lightFrom: 0,
  warmth: 0,
  tilt: 0,
  tiltTo: 0,
  rotation: 0,
  shift: { x: 0, y: 0 },
  zoom: 1,
  blur: 0,
  noise: 0,
  glare: 0,
  haze: 0,
  quality: 90,
  cover: 'none',
}

/**
 * Severity 0 is a good fixed camera, 0.3 an ordinary one, 0.6 a phone in a hurry and 1 a phone in a dim
 * corner, leaning up to 12 degrees. Pictures of a fixed camera share a `mount`; without it each is taken from
 * another position, as with a phone.
 */
export function conditions(seed: number, severity: number, mount = seed): Conditions {
  const place = randomFrom(mount ^ 0x9a7e)
  const off = (reach: number) => between(place, -reach, reach) * severity
  const random = randomFrom(seed ^ 0x5eed)
  return {
    seed,
    tilt: between(place, 0.15, 1) * 12 * severity,
    tiltTo: between(place, 0, 360),
    rotation: off(4),
    shift: { x: off(0.02), y: off(0.02) },
    zoom: 1 + off(0.05),
    light: 1 + between(random, -0.42, 0.14) * severity,
    gradient: between(random, 0.04, 0.1) + between(random, 0, 0.3) * severity,
    lightFrom: between(random, -80, 80),
    warmth: between(random, -0.15, 0.25) + between(random, -0.5, 0.5) * severity,
    blur: between(random, 0.3, 0.5) + between(random, 0, 1.1) * severity,
    noise: between(random, 1, 2.5) + between(random, 0, 7) * severity,
    glare:
      random() < 0.25 + 0.5 * severity ? between(random, 0.1, 0.25) + between(random, 0, 0.35) * severity : 0,
    haze: 0,
    quality: Math.round(88 - between(random, 0, 22) * severity),
    cover: 'none',
  }
}

/** Unreadable: lens covered, fog, or night. */
export function unreadable(seed: number, mount = seed): Conditions {
  const random = randomFrom(seed ^ 0xdead)
  const roll = random()
  const cover = roll < 0.34 ? 'lens' : roll < 0.67 ? 'fog' : 'night'
  return { ...conditions(seed, 0.4, mount), noise: between(random, 5, 10), cover }
}
