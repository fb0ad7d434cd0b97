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
import { useState } from 'react'
import { type Category, type CategoryType, categoryType } from '../../../contract/categories.ts'
import classes from './CategoryIcon.module.css'

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
  category: Pick<Category, 'type' | 'icon'>
  /** Px. */
  size?: number
}

/** Icon of a meter's category, its own or its type's, shown with its name. */
export function CategoryIcon({ category: { type, icon }, size = 20 }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const Icon = icons[type]
  if (icon === null || failed === icon) return <Icon size={size} stroke={1.5} aria-hidden />
  return (
    <img
      className={classes.own}
      src={icon}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(icon)}
    />
  )
}
