export const role = { general: 0, admin: 1, system: 2 } as const
export type Role = (typeof role)[keyof typeof role]

export const roles = [role.general, role.admin, role.system] as const

export const roleLabel: Record<Role, string> = {
  [role.general]: '一般ユーザー',
  [role.admin]: '管理者ユーザー',
  [role.system]: 'システム管理者ユーザー',
}

/** 0: acts as its user on calls that the user’s role allows. 1: the calls of devices, and nothing else. */
export const keyType = { common: 0, device: 1 } as const
export type KeyType = (typeof keyType)[keyof typeof keyType]

/**
 * Who may call or see something: `public` anyone, `signed` anyone with a signed URL, `user` any signed-in user, `admin`
 * role 1 or higher, `system` role 2, `device` a device’s key.
 */
export type Access = 'public' | 'signed' | 'user' | 'admin' | 'system' | 'device'

const leastRole = { user: role.general, admin: role.admin, system: role.system } as const

/** Whether a role (null: not signed in) has access. Used by the server’s adapter and the console’s route guard. */
export function allows(access: Access, of: Role | null): boolean {
  if (access === 'public' || access === 'signed') return true
  if (access === 'device' || of === null) return false
  return of >= leastRole[access]
}
