import type { ShippedEntries } from '../law/confirmed-data.ts';

/** Unconfirmed data of the law and of the books (docs/product/books.md#data-to-be-confirmed). */
export const uruguayanConfirmedData: ShippedEntries = {
  provisions: {
    source:
      'De memoria: normas del BCU sobre riesgos crediticios; las categorías 1C, 2, 3, 4 y 5, sin garantías. Falta que lo confirme el contador.',
    fields: { '1': '0.5', '2': '3', '3': '20', '4': '50', '5': '100' },
  },
  'interest-suspension': {
    source:
      'Suspensión con 60 días de atraso, de memoria (normas contables del BCU). Falta que lo confirme el contador.',
    fields: { days: '60' },
  },
  'chart-of-accounts': {
    source: 'Un plan de ejemplo, para la demostración. Falta el del contador.',
    fields: {
      'principal-receivable': '1.3.01.01',
      'interest-receivable': '1.3.01.02',
      'default-interest-receivable': '1.3.01.03',
      'fee-receivable': '1.3.01.04',
      'membership-receivable': '1.3.02.01',
      'tax-receivable': '1.3.03.01',
      bank: '1.1.02.01',
      collections: '1.1.03.01',
      'disbursement-in-transit': '2.1.04.01',
      'customer-credit': '2.1.05.01',
      'unidentified-payments': '2.1.05.02',
      'tax-payable': '2.1.06.01',
      'interest-income': '4.1.01.01',
      'default-interest-income': '4.1.01.02',
      'fee-income': '4.1.02.01',
      'membership-income': '4.1.02.02',
      'promotion-cost': '5.1.03.01',
      'principal-waived': '5.1.02.01',
      'written-off': '5.1.02.02',
      'recovery-income': '4.1.03.01',
      'accrued-interest': '1.3.01.05',
      'accrued-default-interest': '1.3.01.06',
      'accrued-fees': '1.3.01.07',
      'accrued-interest-income': '4.1.01.03',
      'accrued-default-interest-income': '4.1.01.04',
      'accrued-fees-income': '4.1.02.03',
      provision: '1.3.09.01',
      'provision-expense': '5.1.01.01',
    },
  },
  'tax-at-due-date': {
    source:
      'El IVA de los servicios financieros nace al vencer la cuota o al cobrarla, lo que pase primero. Falta que lo confirme el contador.',
    fields: { applies: 'on' },
  },
  invoicing: {
    source:
      'e-Ticket (101) y su nota de crédito (102) con IVA básico del 22 %, de memoria. Falta que el contador confirme el proveedor, cuántos días atrás puede fecharse un comprobante y si cada hecho lleva el suyo o alcanza un resumen por mes.',
    fields: { rate: '22', 'backdated-days': '10' },
  },
};
