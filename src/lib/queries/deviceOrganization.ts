import { createContext, use } from 'react'
import { useAccount } from './account.ts'

interface Target {
  id: number
  code: string
}

/** Whose devices the lists and dialogs below are about; null: the session’s organization’s. */
export const DeviceOrganization = createContext<Target | null>(null)

/** `foreign`: another than the session’s, which system administrators name in calls. */
export function useDeviceOrganization(): Target & { foreign: boolean } {
  const { organization } = useAccount()
  const { id, code } = use(DeviceOrganization) ?? organization
  return { id, code, foreign: id !== organization.id }
}
