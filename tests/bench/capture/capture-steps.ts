import { readFile } from 'node:fs/promises'
import { chromium } from 'playwright'
import { type Face, readerSettingsOf, referencePicture } from '../../../faces/index.ts'
import { bundle } from '../../support/browser/bundle.ts'
import { chromiumFlags, chromiumPath } from '../../support/browser/chromium.ts'
import { faceOf } from '../../support/reader/rendered-meters.ts'
import { median } from '../reader/reader-score.ts'
import { phonePhotograph, photographBytes, sevenFigures } from './capture-photographs.ts'
import { type StepMaterial, type StepsOnPage, stepNames } from './capture-steps-page.ts'
import { figure, printTable } from './capture-table.ts'

const weight = (name: string) =>
  readFile(new URL(`../../../reader/models/${name}.bin`, import.meta.url), 'base64')

/** What the reader's steps cost on a photograph of 12 megapixels: a page of its own, since workers are not slowed. */
export async function measureSteps(rounds: number): Promise<void> {
  const script = await bundle(new URL('capture-steps-page.ts', import.meta.url))
  const weights = { digits: await weight('digits'), needles: await weight('needles') }
  const rows: string[][] = []
  const meters: [name: string, face: Face, value: number][] = [
    ['gauge', faceOf('pump-discharge'), 0.62],
    ['counter of seven figures', sevenFigures(), 8213.687],
  ]
  for (const [meter, face, value] of meters) {
    const material: StepMaterial = {
      photograph: (await phonePhotograph(face, value, photographBytes)).toString('base64'),
      reference: (await referencePicture(face)).toString('base64'),
      settings: readerSettingsOf(face),
      ...weights,
    }
    for (const slowed of [1, 4])
      rows.push([meter, `${slowed}×`, ...(await stepsAt(slowed, script, material, rounds))])
  }
  printTable(
    'Steps of the reader on a photograph of 12 megapixels, milliseconds',
    ['meter', 'slowed', ...stepNames, 'all'],
    rows,
  )
}

async function stepsAt(
  slowed: number,
  script: string,
  material: StepMaterial,
  rounds: number,
): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script, type: 'module' })
    await page.waitForFunction(() => 'steps' in globalThis)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    const take = () =>
      page.evaluate((given) => (globalThis as unknown as StepsOnPage).steps.take(given), material)
    // The first compiles what the others run.
    await take()
    const taken: Record<(typeof stepNames)[number], number>[] = []
    for (let round = 0; round < rounds; round++) taken.push((await take()).times)
    const columns = stepNames.map((step) => taken.map((times) => times[step]))
    return [...columns.map(figure), columns.reduce((sum, times) => sum + median(times), 0).toFixed(0)]
  } finally {
    await browser.close()
  }
}
