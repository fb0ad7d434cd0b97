import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { type ReplacedMeter, saveReplacement } from '../../../offline/replacements.ts'
import { NetworkError } from '../../failures/callErrors.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { requestBackgroundSync } from '../held/requestBackgroundSync.ts'
import { useCreateReplacement } from '../mutations/replacementMutations.ts'
import { useAccount } from '../queries/account.ts'
import { lastClockOffset } from '../session/clockOffset.ts'

type Replaced = Pick<ReplacedMeter, 'oldEnd' | 'newStart' | 'note' | 'replacedAt' | 'timeChosen' | 'before'>

/**
 * Saves a replacement, once however often it is called, and says so: one of a chosen time on the server, which may ask about
 * closed months; others, and without a connection, in the outbox.
 */
export function useSaveReplacement(meter: Meter, unit: string): (replaced: Replaced) => Promise<void> {
  const { id: userId, organization } = useAccount()
  const [id] = useState(() => crypto.randomUUID())
  const creation = useCreateReplacement()
  const isSent = async ({ oldEnd, newStart, note, replacedAt }: Replaced) => {
    const fields = { old_end_value: oldEnd, new_start_value: newStart, note }
    try {
      await creation.mutateAsync({ key: id, meterId: meter.id, at: replacedAt, ...fields })
      return true
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      return false
    }
  }
  const store = async (replaced: Replaced) => {
    await saveReplacement({
      ...replaced,
      id,
      userId,
      organizationId: organization.id,
      organizationName: organization.name,
      meterId: meter.id,
      meterName: meter.name,
      unit,
      decimalPoint: meter.decimal_point,
      savedAt: Date.now(),
      clockOffset: lastClockOffset(),
    })
    void requestBackgroundSync()
  }
  return async (replaced) => {
    if (!replaced.timeChosen || !(await isSent(replaced))) await store(replaced)
    notify.success(`「${meter.name}」の交換を保存しました`)
  }
}
