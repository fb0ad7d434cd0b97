import { expect } from 'vitest'

const nextFrame = () => new Promise(requestAnimationFrame)

/** Measures until two measurements, two frames apart, are the same: the layout may still be on its way. */
export async function settled<T>(measure: () => T): Promise<T> {
  let measured = measure()
  const isSettled = async () => {
    const before = measured
    await nextFrame()
    await nextFrame()
    measured = measure()
    return JSON.stringify(measured) === JSON.stringify(before)
  }
  await expect.poll(isSettled).toBe(true)
  return measured
}
