/**
 * Passwords of the public lists of the most common breached ones, six characters and longer, and the
 * Spanish ones of this region (ASVS 6.2.4). Lower case.
 */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 87654321 7654321 654321
111111 1111111 11111111 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999 000000 0000000 00000000
121212 123123 123123123 112233 123321 12341234 11223344 131313 147258 147258369 159357 159753 101010 102030 202020
123654 456789 456123 789456 789456123 741852 741852963 963852741 852456 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2
q1w2e3 q1w2e3r4 qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop qwerty123456 asdfgh asdfghj asdfghjkl asdasd asd123
asdf1234 zxcvbn zxcvbnm zxc123 qazwsx qazwsxedc abcdef abcdefg abcdefgh abc123 abc1234 abcd1234 a123456 a1234567 a12345678
a123456789 aa123456 aa12345678 123abc 123456a 123456q 1234qwer 123qwe 123qweasd 12qwaszx aaaaaa aaaaaaa aaaaaaaa abcabc
password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 admin1 admin123 admin1234 administrator
welcome welcome1 letmein login1 master access secret secret1 changeme default dragon monkey football baseball superman batman
iloveyou iloveyou1 princess sunshine shadow michael jessica charlie ashley daniel andrea nicole hunter hunter2 trustno1
freedom whatever starwars pokemon naruto minecraft google internet computer samsung facebook instagram whatsapp linkedin
killer jordan jordan23 harley ranger buster soccer hockey george thomas robert andrew joshua jennifer pepper ginger
contrasena contraseña contrasena1 contraseña1 contrasena123 contraseña123 clave1 clave123 clave1234 claves micontraseña
micontrasena micuenta micuenta1 usuario usuario1 usuario123 hola123 hola1234 holahola hola12345 hola123456 bienvenido bienvenida
argentina argentina1 argentina10 argentina123 argentina2022 uruguay uruguay1 uruguay10 uruguay123 boquita bocajuniors boca12
boca123 river123 riverplate river912 racing independiente sanlorenzo peñarol penarol nacional bolso123 messi10 lionelmessi
maradona maradona10 diego10 diegoarmando campeon campeones afa2022 scaloneta buenosaires montevideo cordoba rosario mendoza
teamo1 teamo123 tequiero teamomucho teamo12 miamor miamor1 amorcito amor123 amormio familia familia1 mifamilia felicidad
estrella princesa princesa1 corazon mariposa alejandro alejandra sebastian fernando fernanda valentina carolina gabriela
gustavo ricardo eduardo roberto martina agustina florencia camila santiago matias nicolas joaquin francisco juanjose
gatito perrito pelusa tomate america barcelona realmadrid barcelona1 dinero plata123 prestamo prestamos prestamo1 wayni1 wayni123
enero2024 enero2025 verano2024 verano2025 invierno invierno2025 mercado mercadolibre mercadopago lalala lalalala jajaja jajajaja
qweqwe qweasd qweasdzxc zaq12wsx zaq1zaq1 xxxxxx zzzzzz poiuyt poiuytrewq lkjhgf mnbvcxz ñlkjhgf abcdefghi 5201314 696969
121314 010203 123789 147852 258456 321321 456456 789789 135790 246810 1234554321 123454321 12344321 1111122222 147147 159159`.split(
    /\s+/,
  ),
);

/** What a person might set of what others know about them. */
export interface KnownFacts {
  readonly email: string;
  readonly documentNumber: string;
  readonly cellphone: string;
}

/** True for a password that anybody would try first. */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase();
  return common.has(typed) || new Set(typed).size === 1;
}

/** True for a password that anybody would try first who knows the person. */
export function isPersonalPassword(password: string, facts: KnownFacts): boolean {
  const typed = password.toLowerCase();
  const email = facts.email.toLowerCase();
  return [email, email.split('@')[0], facts.documentNumber, facts.cellphone].includes(typed);
}
