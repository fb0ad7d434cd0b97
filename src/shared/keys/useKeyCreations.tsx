import { type ReactNode, useState } from 'react'
import type { KeyCreations } from '../../../contract/keys.ts'
import { fetchKeyCreations } from '../../lib/mutations/keyMutations.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { KeyCreationsDialog, keyNames, type WithdrawnKey } from './KeyCreationsDialog.tsx'

interface KeyCreationsDialogState {
  /** Looks for what was created with keys that were just withdrawn, and shows it if there is anything. */
  show: (withdrawnKeys: readonly WithdrawnKey[]) => Promise<void>
  /** The dialog; null: closed. */
  dialog: ReactNode
}

/** The dialog that follows the withdrawal of keys of an organization. */
export function useKeyCreations(organizationId: number): KeyCreationsDialogState {
  const [shown, setShown] = useState<{
    withdrawnKeys: readonly WithdrawnKey[]
    creations: KeyCreations
  } | null>(null)
  const show = async (withdrawnKeys: readonly WithdrawnKey[]) => {
    try {
      const keyIds = withdrawnKeys.map(({ id }) => id)
      const creations = await fetchKeyCreations(keyIds, organizationId)
      if (creations.keys.length + creations.users.length > 0) setShown({ withdrawnKeys, creations })
    } catch (error) {
      notify.failure(error, { title: `${keyNames(withdrawnKeys)}で作成されたものを確認できませんでした` })
    }
  }
  return {
    show,
    dialog: shown && (
      <KeyCreationsDialog {...shown} organizationId={organizationId} onClose={() => setShown(null)} />
    ),
  }
}
