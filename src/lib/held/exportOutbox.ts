import type { Account } from '../../../contract/users.ts'
import { noteExported } from '../../../offline/byHand.ts'
import type { Exported, Seal } from '../../../offline/exportRows.ts'
import type { Owner } from '../../../offline/sendable.ts'
import { fileTime } from '../files/fileTime.ts'
import { saveFile } from '../files/saveFile.ts'

/**
 * Saves what only this device has, or one row of it, as one ZIP that can be imported again; the outbox keeps it.
 * Resolves to the number of rows that are whole in it; null when the person closed the share sheet.
 */
export async function exportOutbox(
  { id, username, organization }: Pick<Account, 'id' | 'username' | 'organization'>,
  only?: string,
): Promise<number | null> {
  const { exportRows } = await import('../../../offline/exportRows.ts')
  return saveArchive(await exportRows({ id, username }, only), organization.time_zone)
}

/** The same of a former member's rows, encrypted for the administrators of the organization. */
export async function exportSealed(owner: Owner, seal: Seal, zone: string): Promise<number | null> {
  const { exportSealedRows } = await import('../../../offline/exportRows.ts')
  return saveArchive(await exportSealedRows(owner, seal), zone)
}

async function saveArchive({ archive, ids }: Exported, zone: string): Promise<number | null> {
  const saved = await saveFile(
    new File([archive], `kenshin-${fileTime(zone)}.zip`, { type: 'application/zip' }),
  )
  if (!saved) return null
  await noteExported(ids)
  return ids.length
}

export const exportedText = (count: number): string =>
  `${count}件をファイルに書き出しました。破棄したものは入っていません。`
