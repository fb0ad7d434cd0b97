// Covers docs/requirements.md: 509, 533, 602, 633

import { downloadZip } from 'client-zip'
import { beforeEach, describe, expect, test } from 'vitest'
import { unzip } from '../tests/support/files/unzip.ts'
import {
  colleague,
  entered,
  inspector,
  online,
  photograph,
  queued,
  replaced,
  resetPhone,
  skipped,
} from '../tests/support/phone/phone.ts'
import { setValue, withdrawCapture } from './amendments.ts'
import { discardRow } from './byHand.ts'
import { drain } from './drain.ts'
import { takeBackEntry } from './entries.ts'
import { exportRows, exportSealedRows } from './exportRows.ts'
import { ImportError, importRows } from './importRows.ts'
import {
  changeCapture,
  changeRow,
  decideCapture,
  listRows,
  readBytes,
  readRow,
  saveCapture,
} from './outbox.ts'
import { isAmendment } from './rows.ts'
import { takeBackSkip } from './skips.ts'

const importer = {
  ...inspector,
  organizationName: '検針テスト',
  openSeal: async (sealedKey: string): Promise<string> => {
    throw new Error(`nothing is sealed: ${sealedKey}`)
  },
}

beforeEach(resetPhone)

/** What a colleague’s phone has written to a file. */
async function colleaguesExport() {
  const capture = await saveCapture(
    photograph(colleague, { capturedAt: 1_790_000_000_000, savedAt: 1_790_000_030_000 }),
  )
  await decideCapture(capture.id, { value: 0.42, valueSource: 'accepted' })
  const skip = await skipped(colleague, { reason: 'no_access', skippedAt: 1_790_000_060_000 })
  const replacement = await replaced(colleague, {
    oldEnd: null,
    replacedAt: 1_789_900_000_000,
    timeChosen: true,
    clockOffset: 600_000,
  })
  const bytes = (await readBytes(capture.id)) ?? new ArrayBuffer()
  const { archive } = await exportRows({ id: colleague.userId, username: '同僚' })
  await resetPhone()
  return { archive, bytes, capture, skip, replacement }
}

/** The same file with other contents. */
async function changed(
  change: (manifest: Record<string, unknown>[]) => unknown,
  bytes: ArrayBuffer,
  name: string,
) {
  const { archive, capture } = await colleaguesExport()
  const { manifest } = await unzip(archive)
  return {
    capture,
    file: await downloadZip([
      { name: name || `${capture.id}.jpg`, input: bytes },
      { name: 'manifest.json', input: JSON.stringify(change(manifest) ?? manifest) },
    ]).blob(),
  }
}

test('requirement 11: an exported file brings a colleague’s photographs, skips and replacements under the same keys, and says whose they were', async () => {
  const { archive, bytes, capture, skip, replacement } = await colleaguesExport()
  expect(await importRows(archive, importer)).toEqual({
    added: 3,
    known: 0,
    discarded: 0,
    from: ['同僚'],
    problems: [],
  })
  expect(await readBytes(capture.id)).toEqual(bytes)
  expect(await readRow(capture.id)).toMatchObject({
    ...inspector,
    state: 'queued',
    meterId: capture.meterId,
    capturedAt: 1_790_000_000_000,
    savedAt: 1_790_000_030_000,
    sha256: capture.sha256,
    value: 0.42,
    unit: 'MPa',
    importedFrom: { userId: colleague.userId, username: '同僚' },
  })
  expect(await readRow(skip.id)).toMatchObject({ kind: 'skip', owner: inspector, reason: 'no_access' })
  expect(await readRow(replacement.id)).toEqual({
    ...replacement,
    attempts: 1,
    owner: inspector,
    importedFrom: { userId: colleague.userId, username: '同僚' },
  })

  // A third device is told whose they were, too.
  const again = await exportRows({ id: inspector.userId, username: '検針 太郎' })
  const { manifest } = await unzip(again.archive)
  const whose = { user_id: colleague.userId, username: '同僚' }
  expect(manifest).toMatchObject([whose, whose, whose])

  const { origin, record } = await online()
  expect(await drain({ origin })).toMatchObject({ sent: 3, left: 0 })
  expect((await record()).received[capture.id]).toMatchObject({ sha256: capture.sha256 })
})

test('requirement 11: a file that comes twice, or after its rows were sent, adds nothing', async () => {
  const { archive } = await colleaguesExport()
  await importRows(archive, importer)
  const once = await listRows(inspector.userId)
  expect(await importRows(archive, importer)).toMatchObject({ added: 0, known: 3, problems: [] })
  expect(await listRows(inspector.userId)).toEqual(once)

  const { origin, record } = await online()
  await drain({ origin })
  expect(await importRows(archive, importer)).toMatchObject({ added: 0, known: 3 })
  expect(await drain({ origin })).toMatchObject({ sent: 0, left: 0 })
  expect(Object.values((await record()).commits)).toEqual([1, 1, 1])
})

test('requirement 11: one’s own file restores a photograph that this device has lost', async () => {
  const id = await queued(inspector)
  const bytes = await readBytes(id)
  const { archive } = await exportRows({ id: inspector.userId, username: '検針 太郎' })
  await changeCapture(id, (row) => ({ ...row, state: 'quarantined' }), new ArrayBuffer(3))
  expect(await importRows(archive, importer)).toMatchObject({ added: 1, from: [] })
  expect(await readBytes(id)).toEqual(bytes)
  expect(await readRow(id)).toMatchObject({ state: 'queued', seq: 1 })
})

test.each([
  ['another device', colleague, '同僚'],
  ['this device', inspector, '検針 太郎'],
])(
  'requirement 11: what comes from a file of %s is corrected and withdrawn on the server',
  async (_, owner, username) => {
    const { id } = await entered(owner, { value: 0.4 })
    const { id: unwanted } = await entered(owner)
    const { archive } = await exportRows({ id: owner.userId, username })
    await resetPhone()
    await importRows(archive, importer)
    expect(await setValue(id, { value: 0.5, valueSource: 'corrected' })).toBe('amended')
    expect(await discardRow(unwanted)).toBeNull()
    expect(await takeBackEntry(unwanted)).toBe(false)
    expect(await withdrawCapture(unwanted)).toBe(true)
    const { origin, record } = await online()
    expect(await drain({ origin })).toMatchObject({ sent: 4, left: 0 })
    const { received } = await record()
    expect(received[id]?.body).toMatchObject({ value: 0.4 })
    const bodies = Object.values(received).map(({ body }) => body)
    expect(bodies).toContainEqual(expect.objectContaining({ reading_key: id, value: 0.5 }))
    expect(bodies).toContainEqual({ reading_key: unwanted, meter_id: 3 })
  },
)

test('requirement 11: what was decided here after the export stays, and what was discarded is told apart', async () => {
  const id = await queued(inspector)
  const discarded = await queued(inspector)
  const { archive } = await exportRows({ id: inspector.userId, username: '検針 太郎' })
  await decideCapture(id, { value: 0.51, valueSource: 'corrected' })
  await changeCapture(id, (row) => ({ ...row, state: 'quarantined' }), new ArrayBuffer(3))
  await discardRow(discarded)
  expect(await importRows(archive, importer)).toMatchObject({ added: 1, known: 0, discarded: 1 })
  expect(await readRow(id)).toMatchObject({ state: 'queued', value: 0.51, valueSource: 'corrected' })
  expect(await readRow(discarded)).toMatchObject({ state: 'discarded' })
})

test('requirement 11: corrections and withdrawals go to the next device, which sends them', async () => {
  const id = await queued(colleague)
  await changeCapture(id, (row) => ({ ...row, state: 'sent', attempts: 1, sentAt: 1 }))
  await setValue(id, { value: 0.5, valueSource: 'corrected', confirmedDoubts: ['abnormal'] })
  const { id: skip } = await skipped(colleague, { reason: 'other', note: '工事中' })
  await changeRow(skip, (row) => ({ ...row, attempts: 1 }))
  await takeBackSkip(skip, { ...colleague, organizationName: '検針テスト', meterId: 4, meterName: 'No.4' })
  const stored = (await listRows(colleague.userId)).filter(isAmendment)
  const { archive } = await exportRows({ id: colleague.userId, username: '同僚' })
  await resetPhone()
  expect(await importRows(archive, importer)).toMatchObject({ added: 2, problems: [] })
  const imported = (await listRows(inspector.userId)).filter(isAmendment)
  const whose = { owner: inspector, importedFrom: { userId: colleague.userId, username: '同僚' } }
  expect(imported).toEqual(
    stored.map((row, index) => ({
      clockOffset: null,
      ...row,
      ...whose,
      attempts: 1,
      seq: imported[index]?.seq,
    })),
  )
  const { origin, record } = await online()
  expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  expect((await record()).received[skip]?.body).toMatchObject({ note: '工事中', is_withdrawn: true })
})

test('requirement 11: a file of version 1 is taken in', async () => {
  const bytes = new TextEncoder().encode('photograph').buffer
  const id = crypto.randomUUID()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const entry = {
    id,
    file: `${id}.jpg`,
    sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    byte_length: bytes.byteLength,
    mime: 'image/jpeg',
    meter_id: 3,
    meter_name: 'No.3 冷却水圧力',
    organization_id: 10,
    captured_at: '2026-11-20T00:00:00.000Z',
    tz_offset: 540,
    value: null,
    value_source: null,
  }
  const file = downloadZip([
    { name: `${id}.jpg`, input: bytes },
    { name: 'manifest.json', input: JSON.stringify([entry]) },
  ])
  expect(await importRows(await file.blob(), importer)).toMatchObject({ added: 1, from: [], problems: [] })
  expect(await readRow(id)).toMatchObject({ state: 'queued', unit: '', meterName: 'No.3 冷却水圧力' })
})

const name = 'No.3 冷却水圧力'
const faults: [string, Parameters<typeof changed>, object][] = [
  [
    'a photograph with another hash',
    [() => undefined, new ArrayBuffer(20_000), ''],
    { problem: 'damaged_file' },
  ],
  ['a photograph that was cut', [() => undefined, new ArrayBuffer(7), ''], { problem: 'damaged_file' }],
  ['a missing photograph', [() => undefined, new ArrayBuffer(7), 'other.jpg'], { problem: 'missing_file' }],
  [
    'a photograph of another organization',
    [([first]) => Object.assign(first ?? {}, { organization_id: 11 }) && undefined, new ArrayBuffer(7), ''],
    { problem: 'other_organization' },
  ],
  [
    'an entry that is none',
    [([first]) => Object.assign(first ?? {}, { sha256: 'none' }) && undefined, new ArrayBuffer(7), ''],
    { problem: 'unreadable_entry', meterName: null },
  ],
]
test.each(faults)(
  'requirement 11: %s is told, and the good rows beside it come in',
  async (_, change, fault) => {
    const { file, capture } = await changed(...change)
    expect(await importRows(file, importer)).toEqual({
      added: 2,
      known: 0,
      discarded: 0,
      from: ['同僚'],
      problems: [{ meterName: name, ...fault }],
    })
    expect(await readRow(capture.id)).toBeNull()
  },
)

test.each<[string, () => Promise<Blob>]>([
  ['what is no ZIP', async () => new Blob(['not a ZIP'])],
  ['a ZIP that was cut', async () => (await colleaguesExport()).archive.slice(0, 5000)],
  ['a ZIP of something else', () => downloadZip([{ name: 'a.txt', input: 'a' }]).blob()],
  ['a list that is none', () => downloadZip([{ name: 'manifest.json', input: '{"a":' }]).blob()],
])('requirement 11: %s is refused, and nothing is changed', async (_, made) => {
  await expect(importRows(await made(), importer)).rejects.toBeInstanceOf(ImportError)
  expect(await listRows(inspector.userId)).toEqual([])
})

describe('what a former member left on a phone', () => {
  /** 32 bytes. */
  const key = btoa('0123456789abcdef0123456789abcdef')
  const openSeal = async (sealedKey: string) => {
    expect(sealedKey).toBe('sealed by the server')
    return key
  }
  const administrator = { ...importer, openSeal }

  async function sealedExport() {
    const photographed = await saveCapture(photograph(colleague, { meterName: '受水槽の水道' }))
    await decideCapture(photographed.id, { value: 0.42, valueSource: 'accepted' })
    const skip = await skipped(colleague)
    await queued({ ...colleague, organizationId: 11 })
    const bytes = (await readBytes(photographed.id)) ?? new ArrayBuffer()
    const { archive, ids } = await exportSealedRows(colleague, { key, sealedKey: 'sealed by the server' })
    expect(ids).toEqual([photographed.id, skip.id])
    return { archive, bytes, capture: photographed, skip }
  }

  test('is imported by whom the server gives the key, and says who took it', async () => {
    const { archive, bytes, capture, skip } = await sealedExport()
    await resetPhone()
    expect(await importRows(archive, administrator)).toMatchObject({ added: 2, from: [], problems: [] })
    expect(await readBytes(capture.id)).toEqual(bytes)
    const importedFrom = { userId: colleague.userId, username: null }
    expect(await readRow(capture.id)).toMatchObject({ ...inspector, value: 0.42, importedFrom })
    expect(await readRow(skip.id)).toMatchObject({ kind: 'skip', owner: inspector, importedFrom })
  })

  test('is in the file in no readable form', async () => {
    const { archive, bytes, capture } = await sealedExport()
    const { names, read } = await unzip(archive)
    expect(names).toEqual(['sealed.json', `${capture.id}.jpg`, 'manifest.json'])
    expect(await read(`${capture.id}.jpg`)).toHaveLength(bytes.byteLength + 28)
    const start = new Uint8Array(bytes).slice(0, 12).join()
    const text = new Uint8Array(await archive.arrayBuffer()).join()
    expect(text).not.toContain(start)
    expect(text).not.toContain(new TextEncoder().encode('受水槽').join())
  })

  test('is refused where the server does not give the key, and adds nothing', async () => {
    const { archive } = await sealedExport()
    await resetPhone()
    const refusal = new Error('forbidden')
    await expect(importRows(archive, { ...importer, openSeal: () => Promise.reject(refusal) })).rejects.toBe(
      refusal,
    )
    expect(await listRows(inspector.userId)).toEqual([])
  })

  test('of another organization is refused before the server is asked', async () => {
    const { archive } = await sealedExport()
    expect(await importRows(archive, { ...importer, organizationId: 11 })).toMatchObject({
      added: 0,
      problems: [{ meterName: null, problem: 'other_organization' }],
    })
  })

  test('is no export with another key', async () => {
    const { archive } = await sealedExport()
    const other = { ...importer, openSeal: async () => btoa('another key of 32 bytes, as it i') }
    await expect(importRows(archive, other)).rejects.toBeInstanceOf(ImportError)
  })
})
