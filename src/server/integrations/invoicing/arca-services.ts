/**
 * The calls of ARCA's web services that we use, in WSDL. Written by us from the public manuals (examples/SOURCES.md):
 * ARCA states no licence for its own files. All leaves are strings, because amounts must never become floats.
 */

const leaf = (name: string) => `<s:element minOccurs="0" name="${name}" type="s:string"/>`;
const child = (name: string, type: string) => `<s:element minOccurs="0" name="${name}" type="t:${type}"/>`;
const many = (name: string, type: string) =>
  `<s:element minOccurs="0" maxOccurs="unbounded" name="${name}" type="t:${type}"/>`;
const type = (name: string, ...parts: readonly string[]) =>
  `<s:complexType name="${name}"><s:sequence>${parts.join('')}</s:sequence></s:complexType>`;
const element = (name: string, ...parts: readonly string[]) =>
  `<s:element name="${name}"><s:complexType><s:sequence>${parts.join('')}</s:sequence></s:complexType></s:element>`;

interface Service {
  readonly name: string;
  readonly namespace: string;
  readonly types: readonly string[];
  /** Each has elements `<call>` and `<call>Response`. */
  readonly calls: readonly string[];
  readonly actionOf: (call: string) => string;
}

function wsdlOf({ name, namespace, types, calls, actionOf }: Service): string {
  const messages = calls.flatMap((call) => [
    `<wsdl:message name="${call}In"><wsdl:part name="parameters" element="t:${call}"/></wsdl:message>`,
    `<wsdl:message name="${call}Out"><wsdl:part name="parameters" element="t:${call}Response"/></wsdl:message>`,
  ]);
  const port = calls.map(
    (call) =>
      `<wsdl:operation name="${call}"><wsdl:input message="t:${call}In"/><wsdl:output message="t:${call}Out"/></wsdl:operation>`,
  );
  const bound = calls.map(
    (call) =>
      `<wsdl:operation name="${call}"><p:operation soapAction="${actionOf(call)}" style="document"/>` +
      '<wsdl:input><p:body use="literal"/></wsdl:input><wsdl:output><p:body use="literal"/></wsdl:output></wsdl:operation>',
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:p="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}">
<wsdl:types><s:schema elementFormDefault="qualified" targetNamespace="${namespace}">${types.join('')}</s:schema></wsdl:types>
${messages.join('')}
<wsdl:portType name="${name}Port">${port.join('')}</wsdl:portType>
<wsdl:binding name="${name}Binding" type="t:${name}Port"><p:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('')}</wsdl:binding>
<wsdl:service name="${name}"><wsdl:port name="${name}Port" binding="t:${name}Binding"><p:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

/** Authentication: a signed request for a ticket (WSAA). */
export const WSAA_WSDL = wsdlOf({
  name: 'LoginCMSService',
  namespace: 'http://wsaa.view.sua.dvadac.desein.afip.gov',
  types: [
    element('loginCms', '<s:element name="in0" type="s:string"/>'),
    element('loginCmsResponse', '<s:element name="loginCmsReturn" type="s:string"/>'),
  ],
  calls: ['loginCms'],
  actionOf: () => '',
});

const detail = [
  ...['Concepto', 'DocTipo', 'DocNro', 'CbteDesde', 'CbteHasta', 'CbteFch', 'ImpTotal', 'ImpTotConc'].map(
    leaf,
  ),
  ...['ImpNeto', 'ImpOpEx', 'ImpTrib', 'ImpIVA', 'FchServDesde', 'FchServHasta', 'FchVtoPago'].map(leaf),
  ...['MonId', 'MonCotiz', 'CondicionIVAReceptorId'].map(leaf),
  child('CbtesAsoc', 'ArrayOfCbteAsoc'),
  child('Iva', 'ArrayOfAlicIva'),
];
const auth = child('Auth', 'FEAuthRequest');
const failures = [child('Errors', 'ArrayOfErr')];
const answered = (call: string, result: string) => [
  element(`${call}Response`, child(`${call}Result`, result)),
];

/** Electronic invoices (WSFEv1). */
export const WSFE_WSDL = wsdlOf({
  name: 'Service',
  namespace: 'http://ar.gov.afip.dif.FEV1/',
  types: [
    type('FEAuthRequest', ...['Token', 'Sign', 'Cuit'].map(leaf)),
    type('CbteAsoc', ...['Tipo', 'PtoVta', 'Nro', 'Cuit', 'CbteFch'].map(leaf)),
    type('ArrayOfCbteAsoc', many('CbteAsoc', 'CbteAsoc')),
    type('AlicIva', ...['Id', 'BaseImp', 'Importe'].map(leaf)),
    type('ArrayOfAlicIva', many('AlicIva', 'AlicIva')),
    type('Code', ...['Code', 'Msg'].map(leaf)),
    type('ArrayOfErr', many('Err', 'Code')),
    type('ArrayOfObs', many('Obs', 'Code')),
    type('FECAECabRequest', ...['CantReg', 'PtoVta', 'CbteTipo'].map(leaf)),
    type('FECAEDetRequest', ...detail),
    type('ArrayOfFECAEDetRequest', many('FECAEDetRequest', 'FECAEDetRequest')),
    type('FECAERequest', child('FeCabReq', 'FECAECabRequest'), child('FeDetReq', 'ArrayOfFECAEDetRequest')),
    type(
      'FECabResponse',
      ...['Cuit', 'PtoVta', 'CbteTipo', 'FchProceso', 'CantReg', 'Resultado', 'Reproceso'].map(leaf),
    ),
    type(
      'FECAEDetResponse',
      ...['Concepto', 'DocTipo', 'DocNro', 'CbteDesde', 'CbteHasta', 'CbteFch', 'Resultado'].map(leaf),
      child('Observaciones', 'ArrayOfObs'),
      ...['CAE', 'CAEFchVto'].map(leaf),
    ),
    type('ArrayOfFECAEDetResponse', many('FECAEDetResponse', 'FECAEDetResponse')),
    type(
      'FECAEResponse',
      child('FeCabResp', 'FECabResponse'),
      child('FeDetResp', 'ArrayOfFECAEDetResponse'),
      ...failures,
    ),
    type('FERecuperaLastCbteResponse', ...['PtoVta', 'CbteTipo', 'CbteNro'].map(leaf), ...failures),
    type('FECompConsultaReq', ...['CbteTipo', 'CbteNro', 'PtoVta'].map(leaf)),
    type(
      'FECompConsResponse',
      ...detail,
      ...['Resultado', 'CodAutorizacion', 'EmisionTipo', 'FchVto', 'FchProceso'].map(leaf),
      child('Observaciones', 'ArrayOfObs'),
      ...['PtoVta', 'CbteTipo'].map(leaf),
    ),
    type('FECompConsultaResponse', child('ResultGet', 'FECompConsResponse'), ...failures),
    type('DummyResponse', ...['AppServer', 'DbServer', 'AuthServer'].map(leaf)),
    element('FECAESolicitar', auth, child('FeCAEReq', 'FECAERequest')),
    element('FECompUltimoAutorizado', auth, leaf('PtoVta'), leaf('CbteTipo')),
    element('FECompConsultar', auth, child('FeCompConsReq', 'FECompConsultaReq')),
    element('FEDummy'),
    ...answered('FECAESolicitar', 'FECAEResponse'),
    ...answered('FECompUltimoAutorizado', 'FERecuperaLastCbteResponse'),
    ...answered('FECompConsultar', 'FECompConsultaResponse'),
    ...answered('FEDummy', 'DummyResponse'),
  ],
  calls: ['FECAESolicitar', 'FECompUltimoAutorizado', 'FECompConsultar', 'FEDummy'],
  actionOf: (call) => `http://ar.gov.afip.dif.FEV1/${call}`,
});
