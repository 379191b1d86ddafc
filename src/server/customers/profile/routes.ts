import type { Dependencies } from '../../dependencies.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { saveAddress } from './addresses.ts';
import { addBankAccount, listBankAccounts, removeBankAccount } from './bank-accounts.ts';
import { cardInfo, saveCard } from './cards.ts';
import { saveDeliveryType } from './delivery.ts';
import { uploadImage } from './image-upload.ts';
import { viewImage } from './image-view.ts';
import { checkPhoneCode, sendPhoneCode } from './phone-codes.ts';

export function profileRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/upload_avatar', (call) => uploadImage(deps, call, 'avatar')),
    route('POST /api/v3/upload', (call) => uploadImage(deps, call, call.fields.type)),
    route('GET /api/files/{id}', (call) => viewImage(deps, call)),
    route('POST /api/v3/address', (call) => saveAddress(deps, call)),
    route('POST /api/bank-accounts', (call) => addBankAccount(deps, call)),
    route('GET /api/v3/bank', (call) => listBankAccounts(deps, call)),
    route('DELETE /api/bank-accounts', (call) => removeBankAccount(deps, call)),
    route('POST /api/v3/delivery-type', (call) => saveDeliveryType(deps, call)),
    route('POST /api/v3/sendcode', (call) => sendPhoneCode(deps, call)),
    route('POST /api/v3/checkcode', (call) => checkPhoneCode(deps, call)),
    route('POST /api/v3/info_credit_card', (call) => cardInfo(deps, call)),
    route('POST /api/v3/card-validation', (call) => saveCard(deps, call)),
  ];
}
