import type { RefObject } from 'react'
import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import { useDeleteAlertRule, useSaveAlertRule } from '../../lib/mutations/alertRuleMutations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useWorking } from '../../ui/state/useWorking.ts'
import { useRemoval } from '../../ui/table/useRemoval.ts'
import { switched } from './ruleForm.ts'
import { openCasesText } from './ruleTexts.ts'

/** Switches rules on and off and deletes them. Where open alerts end with it, it asks before. */
export function useRuleActions(addButton: RefObject<HTMLButtonElement | null>) {
  const save = useSaveAlertRule()
  const deletion = useDeleteAlertRule()
  const [isSwitching, startSwitching] = useWorking()
  const remove = useRemoval(addButton)

  const change = async (rule: AlertRule) => {
    const { id, name, is_enabled: isEnabled } = rule
    const ended = isEnabled ? openCasesText(rule) : null
    const agreed =
      ended === null ||
      (await confirm({
        title: 'アラートルールを無効にする',
        text: `アラートルール「${name}」を無効にします。${ended}`,
        confirm: '無効にする',
      }))
    if (!agreed) return
    const word = isEnabled ? '無効' : '有効'
    const failed = `「${name}」を${word}にできませんでした`
    notify.retract(failed)
    try {
      await save.mutateAsync({ id, ...switched(rule, !isEnabled) })
      notify.success(`アラートルール「${name}」を${word}にしました`)
    } catch (error) {
      notify.failure(error, { title: failed })
    }
  }

  return {
    onSwitch: (rule: AlertRule) => {
      if (!isSwitching) startSwitching(() => change(rule))
    },
    onDelete: ({ id, name, last_opened_at: lastOpenedAt }: AlertRule) => {
      const record = lastOpenedAt === null ? '' : 'このルールで開いたアラートは終わり、履歴に残ります。'
      remove({
        title: 'アラートルールの削除',
        text: `アラートルール「${name}」を削除します。${record}この操作は元に戻せません。`,
        name,
        done: `アラートルール「${name}」を削除しました`,
        send: () => deletion.mutateAsync(id),
      })
    },
  }
}
