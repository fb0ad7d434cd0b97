import {
  BlobReader,
  configure,
  type FileEntry,
  Uint8ArrayWriter,
  type Entry as ZipEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import type { Capture } from './captures.ts'
import { sha256Of } from './digest.ts'
import {
  type ExportedCapture,
  type ExportedCorrection,
  type ExportedEntry,
  type ExportedReplacement,
  type ExportedRow,
  type ExportedSkip,
  type ExportedWithdrawal,
  exportedCapture,
  exportedCorrection,
  exportedEntry,
  exportedReplacement,
  exportedSkip,
  exportedWithdrawal,
  manifestName,
  manifestSchema,
} from './manifest.ts'
import { nextSeq, writeAndAnnounce } from './outbox.ts'
import {
  type Correction,
  type Entry,
  isCapture,
  type Row,
  type SavedReplacement,
  type Skip,
  type Withdrawal,
} from './rows.ts'
import { sealFile, sealKeyOf, sealName, unsealBytes } from './seal.ts'
import type { Owner } from './sendable.ts'

/** A worker of its own would need an address that our policy for scripts forbids. */
configure({ useWebWorkers: false })

interface Importer extends Owner {
  organizationName: string
  /** Has the server open the key of a sealed export; its errors are passed on. */
  openSeal: (sealedKey: string) => Promise<string>
}

/** Why an entry stays out. */
export type ImportProblem = 'unreadable_entry' | 'other_organization' | 'missing_file' | 'damaged_file'

export interface Imported {
  added: number
  /** Already on this device, sent or not. */
  known: number
  /** Discarded on this device, and left so. */
  discarded: number
  /** Names of others whose rows are among the added. */
  from: string[]
  problems: { meterName: string | null; problem: ImportProblem }[]
}

/** No ZIP, a broken one, or one without a list of what is in it. */
export class ImportError extends Error {
  override name = 'ImportError'
}

/**
 * Puts the rows of an exported ZIP into this device's outbox under the same keys, so that one that comes twice, or has
 * been sent, counts once. They become the importer's, who sends them. Each photograph is checked by length and SHA-256;
 * a bad entry keeps no other out.
 *
 * @throws ImportError when nothing can be read of it; what `openSeal` throws; DOMException of IndexedDB, what came before
 * is then kept.
 */
export async function importRows(file: Blob, importer: Importer): Promise<Imported> {
  const archive = new ZipReader(new BlobReader(file))
  try {
    const entries = new Map<string, FileEntry>()
    for (const entry of await archive.getEntries().catch(notExport))
      if (isFile(entry)) entries.set(entry.filename, entry)
    const files = await openFiles(entries, importer)
    if (files === 'other_organization') return { ...nothing, problems: [{ meterName: null, problem: files }] }
    const imported: Imported = { ...nothing, from: [], problems: [] }
    for (const listed of await readManifest(files)) {
      const entry = parse(listed)
      const outcome = await importEntry(entry, files, importer)
      if (outcome === 'added' || outcome === 'known' || outcome === 'discarded') imported[outcome] += 1
      else imported.problems.push({ meterName: entry?.meter_name ?? null, problem: outcome })
      const { username, user_id } = entry ?? {}
      if (outcome === 'added' && username && user_id !== importer.userId && !imported.from.includes(username))
        imported.from.push(username)
    }
    return imported
  } finally {
    await archive.close().catch(() => undefined)
  }
}

const nothing: Imported = { added: 0, known: 0, discarded: 0, from: [], problems: [] }

/** Reads the files of an export by their names. Rejects what is damaged. */
interface Files {
  has: (name: string) => boolean
  read: (name: string) => Promise<ArrayBuffer>
}

async function openFiles(
  entries: ReadonlyMap<string, FileEntry>,
  { organizationId, openSeal }: Importer,
): Promise<Files | 'other_organization'> {
  const read = async (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new ImportError(`no ${name}`)
    return readEntry(entry)
  }
  const has = (name: string) => entries.has(name)
  if (!has(sealName)) return { has, read }
  const seal = sealFile.safeParse(parseJson(await read(sealName).catch(notExport)))
  if (!seal.success) return notExport(seal.error)
  if (seal.data.organization_id !== organizationId) return 'other_organization'
  const key = await sealKeyOf(await openSeal(seal.data.sealed_key))
  return { has, read: async (name) => unsealBytes(key, name, await read(name)) }
}

const isFile = (entry: ZipEntry): entry is FileEntry => !entry.directory

const notExport = (cause: unknown): never => {
  throw new ImportError('not an export', { cause })
}

async function readManifest(files: Files): Promise<unknown[]> {
  const manifest = manifestSchema.safeParse(parseJson(await files.read(manifestName).catch(notExport)))
  return manifest.success ? manifest.data : notExport(manifest.error)
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    return notExport(cause)
  }
}

/** Whole, with its checksum; the bytes alone in their buffer. */
const readEntry = (entry: FileEntry): Promise<ArrayBuffer> =>
  entry
    .getData(new Uint8ArrayWriter(), { checkSignature: true })
    .then((bytes) => new Uint8Array(bytes).slice().buffer)

function parse(listed: unknown): ExportedRow | null {
  for (const schema of [
    exportedEntry,
    exportedSkip,
    exportedReplacement,
    exportedCorrection,
    exportedWithdrawal,
    exportedCapture,
  ]) {
    const { data } = schema.safeParse(listed)
    if (data) return data
  }
  return null
}

async function importEntry(
  entry: ExportedRow | null,
  files: Files,
  importer: Importer,
): Promise<'added' | 'known' | 'discarded' | ImportProblem> {
  if (entry === null) return 'unreadable_entry'
  if (entry.organization_id !== importer.organizationId) return 'other_organization'
  if (entry.kind === 'entry') return add(enteredOf(entry, importer), null)
  if (entry.kind === 'skip') return add(skipOf(entry, importer), null)
  if (entry.kind === 'replacement') return add(replacementOf(entry, importer), null)
  if (entry.kind === 'correction') return add(correctionOf(entry, importer), null)
  if (entry.kind === 'withdrawal') return add(withdrawalOf(entry, importer), null)
  if (entry.file === null || !files.has(entry.file)) return 'missing_file'
  const bytes = await files.read(entry.file).catch(() => null)
  if (bytes === null || bytes.byteLength !== entry.byte_length || (await sha256Of(bytes)) !== entry.sha256)
    return 'damaged_file'
  return add(captureOf(entry, importer), bytes)
}

function add(
  row:
    | Omit<Capture, 'seq'>
    | Omit<Entry, 'seq'>
    | Omit<Skip, 'seq'>
    | Omit<SavedReplacement, 'seq'>
    | Omit<Correction, 'seq'>
    | Omit<Withdrawal, 'seq'>,
  bytes: ArrayBuffer | null,
): Promise<'added' | 'known' | 'discarded'> {
  return writeAndAnnounce(async (stores) => {
    const earlier = await stores.rows.get(row.id)
    if (earlier?.state === 'discarded') return 'discarded'
    // What is whole in the file replaces what this device has lost.
    if (earlier && !(bytes && earlier.state === 'quarantined')) return 'known'
    const seq = earlier?.seq ?? (await nextSeq(stores.rows))
    await stores.rows.put({ ...row, ...(earlier && decisionOf(earlier)), seq } as Row)
    if (bytes) await stores.bytes.put(bytes, row.id)
    return 'added'
  })
}

/** May have been taken since the file was written. */
const decisionOf = (row: Row): Partial<Capture> =>
  isCapture(row) && row.value !== null
    ? { value: row.value, valueSource: row.valueSource, confirmedDoubts: row.confirmedDoubts ?? [] }
    : {}

const common = (entry: ExportedRow, importer: Importer) => ({
  id: entry.id,
  meterId: entry.meter_id,
  meterName: entry.meter_name,
  organizationName: entry.organization_name ?? importer.organizationName,
  clockOffset: entry.clock_offset ?? null,
  state: 'queued' as const,
  // The server may have it, and the device that wrote the file may send it as well.
  attempts: 1,
  nextAttemptAt: 0,
  lastError: null,
  heldGeneration: null,
  sentAt: null,
  ...(entry.user_id === undefined || entry.user_id === importer.userId
    ? {}
    : { importedFrom: { userId: entry.user_id, username: entry.username ?? null } }),
})

const captureOf = (entry: ExportedCapture, importer: Importer): Omit<Capture, 'seq'> => ({
  ...common(entry, importer),
  kind: 'capture',
  userId: importer.userId,
  organizationId: importer.organizationId,
  unit: entry.unit ?? '',
  decimalPoint: entry.decimal_point ?? null,
  capturedAt: Date.parse(entry.captured_at),
  ...(entry.saved_at === undefined ? {} : { savedAt: Date.parse(entry.saved_at) }),
  tzOffset: entry.tz_offset,
  monotonicDelta: entry.monotonic_delta ?? 0,
  mime: entry.mime,
  byteLength: entry.byte_length,
  sha256: entry.sha256,
  value: entry.value,
  valueSource: entry.value_source,
  confirmedDoubts: entry.confirmed_doubts ?? [],
  readingId: null,
})

const enteredOf = (entry: ExportedEntry, importer: Importer): Omit<Entry, 'seq'> => ({
  ...common(entry, importer),
  kind: 'entry',
  owner: { userId: importer.userId, organizationId: importer.organizationId },
  unit: entry.unit,
  decimalPoint: entry.decimal_point,
  value: entry.value,
  valueSource: 'corrected',
  confirmedDoubts: entry.confirmed_doubts,
  capturedAt: Date.parse(entry.captured_at),
  timeChosen: entry.is_time_chosen,
  ...(entry.saved_at === undefined ? {} : { savedAt: Date.parse(entry.saved_at) }),
  readingId: null,
})

const skipOf = (entry: ExportedSkip, importer: Importer): Omit<Skip, 'seq'> => ({
  ...common(entry, importer),
  kind: 'skip',
  owner: { userId: importer.userId, organizationId: importer.organizationId },
  reason: entry.reason,
  note: entry.note,
  skippedAt: Date.parse(entry.skipped_at),
})

const replacementOf = (entry: ExportedReplacement, importer: Importer): Omit<SavedReplacement, 'seq'> => ({
  ...common(entry, importer),
  kind: 'replacement',
  owner: { userId: importer.userId, organizationId: importer.organizationId },
  unit: entry.unit,
  decimalPoint: entry.decimal_point,
  oldEnd: entry.old_end_value,
  newStart: entry.new_start_value,
  note: entry.note,
  replacedAt: Date.parse(entry.replaced_at),
  timeChosen: entry.is_time_chosen ?? false,
  savedAt: Date.parse(entry.saved_at),
  replacementId: null,
})

const amending = (entry: ExportedCorrection | ExportedWithdrawal, importer: Importer) => ({
  ...common(entry, importer),
  owner: { userId: importer.userId, organizationId: importer.organizationId },
  targetId: entry.target_id,
  savedAt: Date.parse(entry.saved_at),
})

const correctionOf = (entry: ExportedCorrection, importer: Importer): Omit<Correction, 'seq'> => ({
  ...amending(entry, importer),
  kind: 'correction',
  unit: entry.unit,
  decimalPoint: entry.decimal_point,
  value: entry.value,
  confirmedDoubts: entry.confirmed_doubts,
})

const withdrawalOf = (entry: ExportedWithdrawal, importer: Importer): Omit<Withdrawal, 'seq'> => ({
  ...amending(entry, importer),
  kind: 'withdrawal',
  of: entry.of,
  skip: entry.skip && {
    reason: entry.skip.reason,
    note: entry.skip.note,
    skippedAt: Date.parse(entry.skip.skipped_at),
  },
})
