import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from './expect.ts'

/** Asks axe: everything in the light, and what another colour scheme changes in the dark. Motion is over before axe looks. */
export async function findsNothing(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await standsStill(page)
    // Nothing stands in a frame: its results need no page of their own.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `${page.url()} ${colorScheme}`).toEqual([])
  }
}

/** Waits until everything is laid out and nothing fades or slides any more; what turns for ever may go on. */
function standsStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        // What moves with scrolling stands still without it.
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    do {
      // A change of style begins to move with the next frame, and its layout is known in the one after.
      for (let frames = 0; frames < 2; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      await Promise.allSettled(moving().map((each) => each.finished))
    } while (moving().length > 0)
  })
}
