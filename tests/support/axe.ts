import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from './expect.ts'

/** Runs axe: everything in light, colours also in dark, after all animations. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    // There are no frames: results need no page of their own.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `${page.url()} ${colorScheme}`).toEqual([])
  }
}

/** Waits for layout, transitions and animations; endless ones may go on. */
function waitForAnimations(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        // Scroll-driven animations do not run.
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    do {
      // A style change starts animating in the next frame, and is laid out in the one after.
      for (let frames = 0; frames < 2; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      await Promise.allSettled(moving().map((each) => each.finished))
    } while (moving().length > 0)
  })
}
