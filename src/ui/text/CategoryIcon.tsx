import {
  IconCalculator,
  IconDashboard,
  IconDots,
  IconGauge,
  IconGridDots,
  IconNumbers,
  IconRuler2,
  IconSettings,
  IconTestPipe,
  type TablerIcon,
} from '@tabler/icons-react'
import { type CategoryType, categoryType } from '../../../contract/categories.ts'

const icons: Record<CategoryType, TablerIcon> = {
  [categoryType.circle]: IconGauge,
  [categoryType.square]: IconDashboard,
  [categoryType.segment]: IconCalculator,
  [categoryType.counter]: IconNumbers,
  [categoryType.special]: IconSettings,
  [categoryType.level]: IconTestPipe,
  [categoryType.scale]: IconRuler2,
  [categoryType.dot]: IconGridDots,
  [categoryType.other]: IconDots,
}

interface Props {
  type: CategoryType
  /** Px. */
  size?: number
}

/** Icon of a meter's category, shown with its name. */
export function CategoryIcon({ type, size = 20 }: Props) {
  const Icon = icons[type]
  return <Icon size={size} stroke={1.5} aria-hidden />
}
