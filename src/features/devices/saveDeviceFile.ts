import { type Device, deviceEndpoints, isParent } from '../../../contract/devices.ts'
import type { Account } from '../../../contract/users.ts'
import { sanitizeFileName } from '../../lib/files/sanitizeFileName.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { openFile } from '../../lib/session/api.ts'

/** The file with which a device is set up; of a router or repeater with the devices behind it. */
export async function saveDeviceFile(
  { id, type }: Pick<Device, 'id' | 'type'>,
  organization: Pick<Account['organization'], 'id' | 'code'>,
  /** A key for all devices, for a device without a key of its own. */
  keyId: number | null,
): Promise<void> {
  const endpoint = deviceEndpoints[isParent(type) ? 'downloadParentDevice' : 'downloadChildDevice']
  const answer = await openFile(endpoint, {
    body: { device_id: id, organization_id: organization.id, ...(keyId !== null && { key_id: keyId }) },
  })
  const name = `${sanitizeFileName(organization.code)}-${id}.json`
  await saveFile(new File([await answer.arrayBuffer()], name, { type: 'application/json' }))
}
