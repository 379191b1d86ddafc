import { EXAMPLE_CHART, type ShippedEntries } from '../law/confirmed-data.ts';

/** Unconfirmed data of the law and of the books (docs/product/books.md#data-to-be-confirmed). */
export const argentineConfirmedData: ShippedEntries = {
  provisions: {
    source:
      'Valores que trae el programa, según el t.o. «Previsiones mínimas por riesgo de incobrabilidad» del BCRA, sin garantías. Falta que lo confirme el contador.',
    fields: { '1': '1', '2': '5', '3': '25', '4': '50', '5': '100' },
  },
  'interest-suspension': {
    source:
      'Valor que trae el programa: suspensión con más de 90 días de atraso (situación 3 del BCRA). Falta que lo confirme el contador.',
    fields: { days: '91' },
  },
  'chart-of-accounts': EXAMPLE_CHART,
  'tax-at-due-date': {
    source:
      'El IVA de los servicios financieros nace al vencer la cuota o al cobrarla, lo que pase primero. Falta que lo confirme el contador.',
    fields: { applies: 'on' },
  },
  invoicing: {
    source:
      'IVA del 21 % y fecha hasta diez días anterior para servicios (RG 4291, WSFEv1), de implementaciones públicas. Falta que el contador confirme: que los intereses, los cargos y la mora de un día vayan en una factura B a consumidor final; que lo más viejo lleve la fecha de emisión con su fecha de servicio; qué documento identifica al cliente.',
    fields: { rate: '21', 'backdated-days': '10' },
  },
};
