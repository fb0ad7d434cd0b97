export { formatForInput, formatNumber, formatRange } from '../../../contract/formatNumber.ts'
