import { useQuery } from '@tanstack/react-query'
import { isAbnormal } from '../../../../contract/values/abnormal.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'

/** Whether a value of a row is abnormal, by the meters that this phone has: the list of what is unsent asks for nothing. */
export function useIsAbnormal(meterId: number, value: number | null): boolean {
  const { data: meters } = useQuery({ ...metersQuery, enabled: false })
  const meter = meters?.find(({ id }) => id === meterId)
  return value !== null && meter !== undefined && isAbnormal({ value, read_state: null }, meter)
}
