export { listCostBearers } from './repository.ts'
export { createCostBearer, deleteCostBearer, updateCostBearer } from './service.ts'
