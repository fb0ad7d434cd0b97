import type { Category } from '../../../contract/categories.ts'
import { CategoryIcon } from './CategoryIcon.tsx'
import classes from './CategoryName.module.css'

export const CategoryName = ({ category }: { category: Category }) => (
  <span className={classes.name}>
    <CategoryIcon category={category} />
    {category.name}
  </span>
)
