import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright'
import { expect } from './expect.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type ColorScheme = 'dark' | 'light'

/** Runs axe: everything in light, colours also in dark, after all animations. */
export async function expectAccessible(
  page: Page,
  schemes: readonly ColorScheme[] = ['dark', 'light'],
): Promise<void> {
  // Once a document: compiling it costs more than a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    const found = await page.evaluate(violations, colorScheme === 'dark' ? ['color-contrast'] : null)
    expect(found, `${page.url()} ${colorScheme}`).toEqual([])
  }
}

/** Runs in the page. `rules` null: all. */
async function violations(rules: string[] | null): Promise<string[]> {
  const { run } = Reflect.get(window, 'axe') as typeof axe
  const result = await run({
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  })
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
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
