import { type Access, allows, type Role } from '../../contract/access.ts'

interface Audience {
  access: Access
  /** Who may see it among people with a session, where that is not everyone of `access`. */
  signedIn?: Access
}

/** What the router does with a person who asks for a screen: the same rule as the server's, told apart for people. */
export function admission(
  { access, signedIn = access }: Audience,
  role: Role | null,
): 'enter' | 'login' | 'not-found' {
  if (allows(role === null ? access : signedIn, role)) return 'enter'
  return role === null ? 'login' : 'not-found'
}

/** The screen a person wanted before signing in; nothing that leaves this site. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)
