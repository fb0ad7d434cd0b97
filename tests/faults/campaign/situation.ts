import type { SkipReason } from '../../../contract/rounds.ts'
import type { TestUser } from '../../support/server/accounts.ts'
import type { Ground } from './ground.ts'
import type { CampaignPhone } from './phone.ts'

/** A photograph that was chosen on the phone. */
export interface Taken {
  sha256: string
  meterId: number
  userId: number
  /** The phone said that it is saved. */
  said: boolean
}

/** A meter that was skipped, as the phone said. */
export interface Skipped {
  meterId: number
  userId: number
  reason: SkipReason
  note: string
}

/** What a run works with and has done. */
export interface Situation {
  ground: Ground
  phone: CampaignPhone
  people: readonly [TestUser, TestUser]
  /** Who holds the phone. */
  holder: 0 | 1
  taken: Taken[]
  skipped: Skipped[]
  /** What the page's clock was ahead by in this run, and the worker's, which is right. Minutes. */
  clocks: number[]
  /** The next version of the console; built when first needed. */
  next: () => Promise<string>
  /** The line lets calls of sessions pass. */
  isOpen: boolean
  nextPhotoIsTooLarge: boolean
  isUpdated: boolean
}

export const holderOf = ({ people, holder }: Situation): TestUser => people[holder]
