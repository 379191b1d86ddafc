import { EXAMPLE_CHART, type ShippedEntries } from '../law/confirmed-data.ts';

/** Unconfirmed data of the law and of the books (docs/product/books.md#data-to-be-confirmed). */
export const uruguayanConfirmedData: ShippedEntries = {
  provisions: {
    source:
      'Valores que trae el programa, según las normas del BCU sobre riesgos crediticios: categorías 1C, 2, 3, 4 y 5, sin garantías. Falta que lo confirme el contador.',
    fields: { '1': '0.5', '2': '3', '3': '20', '4': '50', '5': '100' },
  },
  'interest-suspension': {
    source:
      'Valor que trae el programa: suspensión con 60 días de atraso (normas contables del BCU). Falta que lo confirme el contador.',
    fields: { days: '60' },
  },
  'chart-of-accounts': EXAMPLE_CHART,
  'tax-at-due-date': {
    source:
      'El IVA de los servicios financieros nace al vencer la cuota o al cobrarla, lo que pase primero. Falta que lo confirme el contador.',
    fields: { applies: 'on' },
  },
  invoicing: {
    source:
      'e-Ticket (101) y su nota de crédito (102) con IVA básico del 22 %, como los trae el programa. Falta que el contador confirme el proveedor, cuántos días atrás puede fecharse un comprobante y si cada hecho lleva el suyo o alcanza un resumen por mes.',
    fields: { rate: '22', 'backdated-days': '10' },
  },
};
