import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isNear } from '../../../contract/plans.ts'
import { planUsageQuery } from '../../lib/queries/plans.ts'

/** Before the plan allows no more mobile devices, those who add them are told. */
export function PlanNote() {
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
