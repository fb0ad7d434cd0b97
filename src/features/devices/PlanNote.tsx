import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isNear } from '../../../contract/plans.ts'
import { planUsageQuery } from '../../lib/queries/plans.ts'

/** Warns before the plan's limit of mobile devices is reached. */
export function MobileLimitNote() {
  const { data } = useQuery(planUsageQuery)
  const mobiles = data?.limits.find(({ name }) => name === 'mobiles')
  if (mobiles === undefined || mobiles.limit === null || !isNear(mobiles)) return null
  const { used, limit } = mobiles
  return (
    <Text role="status" size="sm">
      ご契約のプランのモバイル端末の上限は{limit}台です（登録済み{used}台）。
      {used < limit ? '上限に近づいています。' : 'これ以上は登録できません。'}
      変更できるのはシステム管理者です。
    </Text>
  )
}

/** Says that the plan includes no devices, so that their reports are refused. */
export function NoDevicesNote() {
  const { data } = useQuery(planUsageQuery)
  if (data === undefined || data.plan.allow_devices) return null
  return (
    <Text
      role="status"
      mb="md"
      py="sm"
      px="md"
      c="var(--waiting-text)"
      bg="var(--waiting-soft)"
      bd="1px solid var(--waiting-edge)"
      bdrs="md"
    >
      ご契約のプラン「{data.plan.name}
      」では端末を利用できません。登録済みの端末からの報告は受け付けられません。プランを変更できるのはシステム管理者です。
    </Text>
  )
}
