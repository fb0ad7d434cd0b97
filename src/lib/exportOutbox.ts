import type { Account } from '../../contract/users.ts'
import { noteExported } from '../../offline/byHand.ts'
import { saveFile } from './saveFile.ts'

/**
 * Saves what only this device has, or one row of it, as one ZIP that can be imported again; the outbox keeps it. False
 * when the person closed the share sheet.
 */
export async function exportOutbox(
  { id, username }: Pick<Account, 'id' | 'username'>,
  only?: string,
): Promise<boolean> {
  const { exportRows } = await import('../../offline/exportRows.ts')
  const { archive, ids } = await exportRows({ id, username }, only)
  const now = new Date().toLocaleString('sv-SE').replaceAll(/[^0-9]+/g, '-')
  const saved = await saveFile(new File([archive], `kenshin-${now}.zip`, { type: 'application/zip' }))
  if (saved) await noteExported(ids)
  return saved
}
