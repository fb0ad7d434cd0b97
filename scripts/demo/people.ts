import { randomInt } from 'node:crypto'
import { role } from '../../contract/access.ts'
import { passwordPattern } from '../../contract/passwords.ts'

/** In demo mode, so that a system administrator can initialise its data. */
export const company = { name: 'デモ工業株式会社', code: 'demo', demoEnabled: true }

export const people = [
  { username: 'suzuki.misaki', email: 'suzuki@demo.example', role: role.general },
  { username: 'sato.kenichi', email: 'sato@demo.example', role: role.admin },
  { username: 'tanaka.yuko', email: 'tanaka@demo.example', role: role.system },
] as const

// Without letters and digits that look alike.
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** Twelve random letters in groups, easy to type from paper. */
export function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  const password = `${group()}-${group()}-${group()}`
  return passwordPattern.test(password) ? password : randomPassword()
}
