// Covers docs/requirements.md: 295

import { afterAll, beforeAll, test } from 'vitest'
import { type ReadState, readState } from '../../contract/values/abnormal.ts'
import { conditions, faces, photograph, settingsOf, valueAt } from '../../faces/index.ts'
import { formatNumber } from '../../text/formatNumber.ts'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { captureQueries, waitForOfflineData, waitForReferences } from '../support/pages/device.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { addFace } from '../support/reader/rendered-meters.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A hand-held phone: leaning up to four degrees, moving each time. */
const handHeld = (index: number) => conditions(index * 37 + 5, 0.35)
const at = new Date(Date.UTC(2026, 10, 19, 3))
/** JPEG decoders sometimes differ by a grey level: rounding may go the other way. */
const oneStep = (decimals: number) => 1.001 / 10 ** decimals

test('a phone without signal proposes for every meter what the server reads in the same photograph', async () => {
  const inspector = await site.addUser()
  const meters = []
  for (const face of faces) meters.push({ face, meter: await addFace(site, face) })
  const phone = await openPhone(site.origin)
  const first = await phone.open('/')
  await signIn(first, inspector)
  await waitForOfflineData(first, captureQueries)
  await waitForReferences(first, faces.length)
  await phone.context().setOffline(true)
  await first.close()

  const proposed = new Map<number, string | null>()
  const page = await phone.open('/meters')
  const screen = captureScreen(page)
  for (const [index, { face, meter }] of meters.entries()) {
    const { jpeg } = await photograph(face, valueAt(face, at), handHeld(index))
    await page.goto(capturePath(meter))
    await screen.choose(jpeg)
    const decided = async () => await expect(screen.accept.or(screen.unread)).toBeVisible()
    await decided()
    // A meter that is not set up asks for its value before the reader is done.
    if (await screen.value.isVisible()) {
      await screen.value.press('Escape')
      await decided()
    }
    const read = await screen.accept.isVisible()
    proposed.set(meter.id, read ? await screen.proposedText(face.unit) : null)
    await (read ? screen.leaveToServer : screen.sendWithoutValue).click()
    await expect(read ? screen.leftToServer : screen.leftWithoutValue).toBeVisible()
  }

  await phone.context().setOffline(false)
  const readable = faces
    .map((face) => settingsOf(face))
    .filter(({ settings, area }) => settings !== null || area !== null)
  const countOf = async (state: ReadState) =>
    (await site.readings()).filter((each) => each.readState === state).length
  await expect.poll(() => countOf(readState.processed), { timeout: 120_000 }).toBe(readable.length)
  // The others are never read: their values wait for a person.
  await expect.poll(() => countOf(readState.waiting)).toBe(faces.length - readable.length)
  const readings = new Map((await site.readings()).map((reading) => [reading.meterId, reading]))
  for (const { face, meter } of meters) {
    const { readValue = null } = readings.get(meter.id) ?? {}
    const onPhone = proposed.get(meter.id) ?? null
    const onServer = readValue === null ? null : formatNumber(readValue, face.decimals)
    const stepped = face.digits === null && onPhone !== null && readValue !== null
    if (stepped) {
      expect(Math.abs(numberOf(onPhone) - readValue), face.name).toBeLessThanOrEqual(oneStep(face.decimals))
    } else expect(onPhone, face.name).toBe(onServer)
  }
  // Two nulls agree as well: most must have been read.
  expect([...proposed.values()].filter((text) => text !== null).length).toBeGreaterThan(faces.length * 0.8)
})

const numberOf = (text: string) => Number(text.replaceAll(',', ''))
