import type { Locator } from 'playwright'
import { expect as untimed } from 'playwright/test'
import { longestWait } from './longest-wait.ts'

export const expect = untimed.configure({ timeout: longestWait })

type Box = Awaited<ReturnType<Locator['boundingBox']>>

/** Returns the bounding box of an element once it stays the same: the layout may still be on its way. */
export async function settledBox(element: Locator): Promise<Box> {
  let box: Box = null
  const isSettled = async () => {
    const before = box
    box = await element.boundingBox()
    return box !== null && JSON.stringify(box) === JSON.stringify(before)
  }
  await expect.poll(isSettled).toBe(true)
  return box
}
