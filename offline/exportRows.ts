import { downloadZip } from 'client-zip'
import { type Capture, endingOf } from './captures.ts'
import {
  type ExportedCapture,
  type ExportedCorrection,
  type ExportedEntry,
  type ExportedReplacement,
  type ExportedRow,
  type ExportedSkip,
  type ExportedWithdrawal,
  manifestName,
} from './manifest.ts'
import { listRows, readBytes } from './outbox.ts'
import {
  belongsTo,
  type Correction,
  type Entry,
  isCapture,
  ownerOf,
  type Row,
  type SavedReplacement,
  type Skip,
  type Withdrawal,
} from './rows.ts'
import { sealBytes, sealKeyOf, sealName } from './seal.ts'
import { isOnlyHere, type Owner } from './sendable.ts'

interface Person {
  id: number
  /** Null: not known on this device. */
  username: string | null
}

/** What encrypts an export for the administrators of an organization. */
export interface Seal {
  /** AES-256 key in base64. */
  key: string
  /** The same as the server encrypted it. */
  sealedKey: string
}

export interface Exported {
  archive: Blob
  /** Keys of the rows that are in it with all that they are. */
  ids: string[]
}

/**
 * A ZIP of what only this device has of the person's, oldest first: the photographs and `manifest.json`. `only`: one
 * row. Changes nothing in the outbox. Works offline.
 */
export async function exportRows(person: Person, only?: string): Promise<Exported> {
  const rows = await listRows(person.id)
  return archiveOf(
    rows.filter(({ id }) => only === undefined || id === only),
    person,
  )
}

/** The same of a former member of an organization, encrypted: only its administrators can import it. */
export async function exportSealedRows(owner: Owner, { key, sealedKey }: Seal): Promise<Exported> {
  const rows = await listRows(owner.userId)
  return archiveOf(
    rows.filter((row) => belongsTo(row, owner)),
    { id: owner.userId, username: null },
    {
      key: await sealKeyOf(key),
      head: JSON.stringify({ organization_id: owner.organizationId, sealed_key: sealedKey }),
    },
  )
}

/** `seal`: what encrypts the files, and the file that says who can open them. */
async function archiveOf(
  listed: readonly Row[],
  person: Person,
  seal?: { key: CryptoKey; head: string },
): Promise<Exported> {
  const rows = listed.filter(({ state }) => isOnlyHere(state)).reverse()
  const manifest: ExportedRow[] = []
  const ids: string[] = []
  async function* files() {
    if (seal) yield { name: sealName, input: seal.head }
    for (const row of rows) {
      if (!isCapture(row)) {
        manifest.push(recordEntry(row, person))
        ids.push(row.id)
        continue
      }
      // An unreadable one must not stop the others.
      const bytes = await readBytes(row.id).catch(() => null)
      const file = bytes === null ? null : `${row.id}.${endingOf(row.mime)}`
      manifest.push(captureEntry(row, file, person))
      if (bytes === null || file === null) continue
      ids.push(row.id)
      const input = seal ? await sealBytes(seal.key, file, bytes) : bytes
      yield { name: file, input, lastModified: new Date(row.capturedAt) }
    }
    const list = new TextEncoder().encode(JSON.stringify(manifest, null, 2))
    const input = seal ? await sealBytes(seal.key, manifestName, list) : list
    yield { name: manifestName, input, lastModified: new Date() }
  }
  return { archive: await downloadZip(files()).blob(), ids }
}

const common = (row: Row, { id, username }: Person) => ({
  id: row.id,
  meter_id: row.meterId,
  meter_name: row.meterName,
  organization_id: ownerOf(row).organizationId,
  organization_name: row.organizationName,
  // Who took it, also when it has already been on two devices.
  user_id: row.importedFrom?.userId ?? id,
  username: row.importedFrom ? row.importedFrom.username : username,
  clock_offset: row.clockOffset ?? null,
})

const captureEntry = (row: Capture, file: string | null, person: Person): ExportedCapture => ({
  kind: 'capture',
  ...common(row, person),
  file,
  sha256: row.sha256,
  byte_length: row.byteLength,
  mime: row.mime,
  unit: row.unit,
  decimal_point: row.decimalPoint,
  captured_at: new Date(row.capturedAt).toISOString(),
  ...(row.savedAt === undefined ? {} : { saved_at: new Date(row.savedAt).toISOString() }),
  tz_offset: row.tzOffset,
  monotonic_delta: row.monotonicDelta,
  value: row.value,
  value_source: row.valueSource,
  confirmed_doubts: row.confirmedDoubts ?? [],
})

function recordEntry(row: Exclude<Row, Capture>, person: Person): ExportedRow {
  switch (row.kind) {
    case 'entry':
      return enteredValueEntry(row, person)
    case 'skip':
      return skipEntry(row, person)
    case 'replacement':
      return replacementEntry(row, person)
    case 'correction':
      return correctionEntry(row, person)
    case 'withdrawal':
      return withdrawalEntry(row, person)
  }
}

const enteredValueEntry = (row: Entry, person: Person): ExportedEntry => ({
  kind: 'entry',
  ...common(row, person),
  unit: row.unit,
  decimal_point: row.decimalPoint,
  value: row.value,
  confirmed_doubts: row.confirmedDoubts,
  captured_at: new Date(row.capturedAt).toISOString(),
  is_time_chosen: row.timeChosen,
  ...(row.savedAt === undefined ? {} : { saved_at: new Date(row.savedAt).toISOString() }),
})

const skipEntry = (row: Skip, person: Person): ExportedSkip => ({
  kind: 'skip',
  ...common(row, person),
  reason: row.reason,
  note: row.note,
  skipped_at: new Date(row.skippedAt).toISOString(),
})

const replacementEntry = (row: SavedReplacement, person: Person): ExportedReplacement => ({
  kind: 'replacement',
  ...common(row, person),
  unit: row.unit,
  decimal_point: row.decimalPoint,
  old_end_value: row.oldEnd,
  new_start_value: row.newStart,
  note: row.note,
  replaced_at: new Date(row.replacedAt).toISOString(),
  is_time_chosen: row.timeChosen ?? false,
  saved_at: new Date(row.savedAt).toISOString(),
})

const correctionEntry = (row: Correction, person: Person): ExportedCorrection => ({
  kind: 'correction',
  ...common(row, person),
  target_id: row.targetId,
  saved_at: new Date(row.savedAt).toISOString(),
  unit: row.unit,
  decimal_point: row.decimalPoint,
  value: row.value,
  confirmed_doubts: row.confirmedDoubts,
})

const withdrawalEntry = (row: Withdrawal, person: Person): ExportedWithdrawal => ({
  kind: 'withdrawal',
  ...common(row, person),
  target_id: row.targetId,
  saved_at: new Date(row.savedAt).toISOString(),
  of: row.of,
  skip: row.skip && {
    reason: row.skip.reason,
    note: row.skip.note,
    skipped_at: new Date(row.skip.skippedAt).toISOString(),
  },
})
