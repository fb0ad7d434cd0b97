import { type CategoryType, categoryType } from '../../../contract/categories.ts'

export const categoryTypeNames: Record<CategoryType, string> = {
  [categoryType.circle]: '円形アナログ',
  [categoryType.square]: '角形アナログ',
  [categoryType.segment]: 'セグメント',
  [categoryType.counter]: 'カウンター',
  [categoryType.special]: '特殊',
  [categoryType.level]: 'レベル',
  [categoryType.scale]: 'スケール',
  [categoryType.dot]: 'ドット',
  [categoryType.other]: 'その他',
}

/** Of categories and units. */
export const masterStatusNames = ['有効', '無効'] as const
