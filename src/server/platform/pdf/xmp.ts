/** PDF/A wants each property outside its own list described in the file; this is the one of PDF/UA. */
const uaSchema = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>part</pdfaProperty:name>
      <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
      <pdfaProperty:category>internal</pdfaProperty:category>
      <pdfaProperty:description>Part of ISO 14289 that the file conforms to</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

export interface XmpFacts {
  readonly language: string;
  readonly title: string;
  readonly subject?: string;
  readonly author: string;
  readonly producer: string;
  readonly at: Date;
}

/** Facts of a file as XMP: the same as its information dictionary, and that it conforms to PDF/UA-1. */
export function xmpFacts({ language, title, subject, author, producer, at }: XmpFacts): string {
  const date = `${at.toISOString().slice(0, 19)}Z`;
  const alternative = (words: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(words)}</rdf:li></rdf:Alt>`;
  return `
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
  <xmp:CreateDate>${date}</xmp:CreateDate>
  <xmp:ModifyDate>${date}</xmp:ModifyDate>
  <xmp:CreatorTool>${escaped(author)}</xmp:CreatorTool>
  <pdf:Producer>${escaped(producer)}</pdf:Producer>
  <dc:title>${alternative(title)}</dc:title>
  <dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
  <dc:language><rdf:Bag><rdf:li>${escaped(language)}</rdf:li></rdf:Bag></dc:language>${
    subject === undefined ? '' : `\n  <dc:description>${alternative(subject)}</dc:description>`
  }
</rdf:Description>${uaSchema}`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
