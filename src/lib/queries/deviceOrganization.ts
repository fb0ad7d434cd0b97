import { createContext, use } from 'react'
import { useAccount } from './account.ts'

/** Where a device or a meter is shown. */
export interface LinkTarget {
  route: '/devices/$id' | '/meters/$id'
  id: number
  /** What is opened. */
  name: string
}

interface OrganizationOfDevices {
  id: number
  code: string
  /** Of another organization: opens what cannot be opened from the session’s. */
  open?: (target: LinkTarget) => void
}

/** Whose devices the lists and dialogs below are about; null: the session’s organization’s. */
export const DeviceOrganization = createContext<OrganizationOfDevices | null>(null)

/** `foreign`: another than the session’s, which system administrators name in calls. */
export function useDeviceOrganization(): Omit<OrganizationOfDevices, 'open'> & { foreign: boolean } {
  const { organization } = useAccount()
  const { id, code } = use(DeviceOrganization) ?? organization
  return { id, code, foreign: id !== organization.id }
}
