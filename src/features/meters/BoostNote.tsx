import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isNear } from '../../../contract/plans.ts'
import { planUsageQuery } from '../../lib/queries/plans.ts'

/** Before the plan allows no more calls of AI boost this month, the organization's administrators are told. */
export default function BoostNote() {
  const { data } = useQuery(planUsageQuery)
  const boost = data?.limits.find(({ name }) => name === 'ai_boost')
  if (boost === undefined || boost.limit === null || !isNear(boost)) return null
  const { used, limit, free } = boost
  return (
    <Text role="status" size="sm">
      ご契約のプランのAIブーストの上限は1か月{limit}回です（今月の利用{used}回
      {free !== undefined && `、無料分${free}回`}）。
      {used < limit ? '上限に近づいています。' : '今月はこれ以上、AIモデルで確かめられません。'}
      変更できるのはシステム管理者です。
    </Text>
  )
}
