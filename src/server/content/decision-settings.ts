import type { SettingDefinition } from './identity-setting.ts';

/** Settings of credit decisions (docs/product/credit-decisions.md). */
export function decisionSettings() {
  return {
    'exception-days': {
      title: 'Días para decidir una excepción',
      describes:
        'Cuánto espera una solicitud que decide una persona; después vence y la persona pide de nuevo.',
      group: 'credit',
      kind: { type: 'number', least: 1, most: 30 },
      default: '5',
      isPrivate: true,
    },
    'decision-drift-alert': {
      title: 'Alerta de cambio en las solicitudes',
      describes:
        'Desde qué índice de estabilidad (en centésimos) se marca un dato en el tablero; 25 es un cambio grande.',
      group: 'credit',
      kind: { type: 'number', least: 5, most: 500 },
      default: '25',
      isPrivate: true,
    },
  } as const satisfies Record<string, SettingDefinition>;
}
