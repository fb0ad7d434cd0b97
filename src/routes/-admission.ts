import { type Access, allows, type Role } from '../../contract/access.ts'

/** What the router does with a person who asks for a screen: the same rule as the server's, told apart for people. */
export function admission(access: Access, role: Role | null): 'enter' | 'login' | 'not-found' {
  if (allows(access, role)) return 'enter'
  return role === null ? 'login' : 'not-found'
}

/** The screen a person wanted before signing in; nothing that leaves this site. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)
